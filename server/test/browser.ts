import { existsSync } from 'node:fs';
import { type Browser, chromium } from 'playwright-core';

const found = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'].find(existsSync);

/** Why page tests are skipped. CI must have a browser; a developer's machine need not. */
export const skipPages = found !== undefined || process.env.CI ? false : 'no Chromium is installed';

/** A headless browser that makes no network requests of its own. */
export const openBrowser = (): Promise<Browser> =>
  chromium.launch({
    executablePath: found ?? '/usr/bin/chromium',
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
    ],
  });
