import { type Browser, chromium } from 'playwright-core';

/** Where Debian puts Chromium. */
export const chromiumPath = '/usr/bin/chromium';

/** Starts a browser that asks nothing of anybody but the page. */
export const startChromium = (): Promise<Browser> =>
  chromium.launch({
    executablePath: chromiumPath,
    args: [
      '--headless',
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
    ],
  });
