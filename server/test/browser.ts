import { existsSync } from 'node:fs';
import { type Browser, chromium } from 'playwright-core';

const found = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'].find(existsSync);

/** Why pages cannot be tried here. CI has to have a browser; a laptop need not. */
export const skipPages = found !== undefined || process.env.CI ? false : 'no Chromium is installed';

/** A browser that shows no window and looks for nothing on the network but what a page asks for. */
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
