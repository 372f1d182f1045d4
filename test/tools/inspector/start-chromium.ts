import { chromium } from 'playwright-core';
import type { TestProject } from 'vitest/node';
import { launchOptions } from '../../fixtures/chromium.js';

declare module 'vitest' {
  export interface ProvidedContext {
    /** The address of the browser of all tests. */
    chromium: string;
  }
}

/** Starts the browser. Runs once for all tests of the inspector. */
export default async function setup({ provide }: TestProject): Promise<() => Promise<void>> {
  const browser = await chromium.launchServer(launchOptions);
  provide('chromium', browser.wsEndpoint());
  return () => browser.close();
}
