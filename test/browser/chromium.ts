import { existsSync } from 'node:fs';
import { type Browser, chromium } from 'playwright-core';

const path = process.env.CHROMIUM ?? '/usr/bin/chromium';

/** Whether there is a Chromium to test in: that of Debian, or of the environment variable `CHROMIUM`. */
export const isThere = existsSync(path);

if (!isThere) console.log(`Not tested in a browser: ${path} is missing. Install chromium, or set CHROMIUM.`);

const quiet = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** Starts the browser, without a window and without anything that asks the network by itself. */
export const startChromium = (): Promise<Browser> =>
  chromium.launch({ executablePath: path, headless: true, args: quiet });
