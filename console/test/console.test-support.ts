import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { openBrowser } from '../../server/test/browser.ts';
import { spawnService } from '../../server/test/process.ts';

type Person = { email: string; password: string };
type Demo = {
  baseUrl: string;
  simulatorUrl: string;
  simulatorToken: string;
  organizations: { organizationId: string; owner: Person }[];
};

/** The real service with its simulators in a process of its own, and a browser. */
export type Stage = {
  url: string;
  orgId: string;
  owner: Person;
  /** Another organization of the demo. */
  other: { orgId: string; owner: Person };
  browser: Browser;
  /** A new browser profile with a page. What goes wrong in the page is noted in `faults`. */
  open(options?: Parameters<Browser['newContext']>[0]): Promise<{ page: Page; context: BrowserContext }>;
  faults: string[];
  simulatorUrl: string;
  /** Calls the control API of the simulators. */
  simulate<T>(path: string, body: object): Promise<T>;
  /** Calls the API with the session of a page. */
  call<T>(page: Page, method: string, path: string, body?: object): Promise<T>;
  /** The link in the newest mail to an address. */
  mailLink(to: string): Promise<string>;
  /** The link that the start has printed, which signs the owner in once. */
  ownerLink(): string;
  close(): Promise<void>;
};

export const openStage = async ({ demo = true }: { demo?: boolean } = {}): Promise<Stage> => {
  const home = mkdtempSync(join(tmpdir(), 'console-'));
  const dataDir = join(home, 'data');
  const settings = { DATA_DIR: dataDir, AUTH_PORT: '0', SIMULATOR_PORT: '0', DEMO: demo ? 'on' : 'off' };
  const service = spawnService(settings);
  const browser = await openBrowser();
  const url = await service.started;
  const file = join(dataDir, 'demo-credentials.json');
  while (demo && !existsSync(file)) await sleep(50);
  const credentials = demo ? (JSON.parse(readFileSync(file, 'utf8')) as Demo) : undefined;
  const [first, second] = credentials?.organizations ?? [];
  const nobody = { email: '', password: '' };
  const faults: string[] = [];

  const open: Stage['open'] = async (options = {}) => {
    const context = await browser.newContext({ viewport: { width: 1280, height: 860 }, ...options });
    const page = await context.newPage();
    page.setDefaultTimeout(90_000);
    page.on('pageerror', (error) => faults.push(error.message));
    page.on('console', (message) => {
      // A refusal of the API is an answer; the browser reports each as an error.
      if (message.type() === 'error' && !message.text().startsWith('Failed to load resource'))
        faults.push(message.text());
    });
    page.on('request', (request) => {
      const { origin, protocol } = new URL(request.url());
      // Where a fetch is redirected elsewhere, it stops there, or the security policy stops it and says so as an error.
      if (request.resourceType() === 'fetch' && request.redirectedFrom() !== null) return;
      if (origin !== url && !['data:', 'blob:'].includes(protocol)) faults.push(`asked elsewhere: ${request.url()}`);
    });
    return { page, context };
  };

  return {
    url,
    orgId: first?.organizationId ?? '',
    owner: first?.owner ?? nobody,
    other: { orgId: second?.organizationId ?? '', owner: second?.owner ?? nobody },
    browser,
    open,
    faults,
    simulatorUrl: credentials?.simulatorUrl ?? '',
    simulate: async (path, body) => {
      const response = await fetch(`${credentials?.simulatorUrl}/control${path}`, {
        method: 'POST',
        headers: { authorization: `Bearer ${credentials?.simulatorToken}`, 'content-type': 'application/json' },
        body: JSON.stringify(body),
      });
      if (!response.ok) throw new Error(`${path}: ${await response.text()}`);
      return (await response.json()) as never;
    },
    call: async (page, method, path, body) => {
      const response = await page.request.fetch(`${url}/org/${first?.organizationId}${path}`, {
        method,
        headers: { origin: url },
        ...(body === undefined ? {} : { data: body }),
      });
      if (!response.ok()) throw new Error(`${method} ${path}: ${await response.text()}`);
      return (await response.json()) as never;
    },
    ownerLink: () => /^Sign in\s+(\S+)/m.exec(service.output())?.[1] ?? '',
    mailLink: async (to) => {
      const outbox = join(dataDir, 'outbox');
      for (;;) {
        const mails = existsSync(outbox) ? readdirSync(outbox).sort().reverse() : [];
        for (const name of mails) {
          const mail = readFileSync(join(outbox, name), 'utf8').replaceAll('=\r\n', '').replaceAll('=3D', '=');
          const link = /https?:\S+[?&]token=[\w.~-]+/.exec(mail)?.[0];
          if (mail.includes(to) && link !== undefined) return link;
        }
        await sleep(100);
      }
    },
    close: async () => {
      await browser.close();
      service.child.kill('SIGKILL');
      await service.exited;
      rmSync(home, { recursive: true, force: true });
    },
  };
};

const shownCharacters = 4000;

/** Prints what the open pages show after a test that failed: an element that never came up does not say why. */
export const showPagesOnFailure = (stage: () => Stage | undefined): void =>
  afterEach(async (context) => {
    if (!('passed' in context) || context.passed) return;
    const pages =
      stage()
        ?.browser.contexts()
        .flatMap((each) => each.pages()) ?? [];
    for (const page of pages) {
      const text = await page
        .locator('body')
        .ariaSnapshot({ timeout: 5000 })
        .catch((error: Error) => error.message);
      console.log(`${page.url()}\n${text.slice(0, shownCharacters)}`);
    }
  });

/** Signs in as a person would. */
export const signIn = async (page: Page, url: string, { email, password }: Person): Promise<void> => {
  await page.goto(`${url}/`);
  await page.getByLabel('Email address').fill(email);
  await page.getByRole('textbox', { name: 'Password' }).fill(password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.waitForURL('**/today');
  await page.getByRole('heading', { level: 1, name: 'Today' }).waitFor();
};

/** The demo's product at AWS, which offers are made of. */
export const buyerAccount = '210987654321';
