import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium } from 'playwright-core';
import type { TestProject } from 'vitest/node';
import { launchOptions } from '../../fixtures/chromium.js';
import { npm, project, run } from '../../package/command.js';

declare module 'vitest' {
  export interface ProvidedContext {
    /** The folder of the package in a new project in which only the tarball is installed. */
    installed: string;
    /** The address of the browser of all tests. */
    chromium: string;
  }
}

/**
 * Installs the packed project into a new folder, and starts the browser. Runs once for all tests of
 * the inspector.
 */
export default async function setup({ provide }: TestProject): Promise<() => Promise<void>> {
  const folder = mkdtempSync(join(tmpdir(), 'payments-data-client-inspector-'));
  const [result] = JSON.parse(
    await run('npm', ['pack', '--json', '--pack-destination', folder], project),
  );
  writeFileSync(join(folder, 'package.json'), '{ "private": true, "type": "module" }');
  await npm(['install', join(folder, result.filename)], folder);
  provide('installed', join(folder, 'node_modules/payments-data-client'));
  const browser = await chromium.launchServer(launchOptions);
  provide('chromium', browser.wsEndpoint());
  return async () => {
    await browser.close();
    rmSync(folder, { recursive: true, force: true });
  };
}
