import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Browser, BrowserContext, Locator, Page } from 'playwright-core';
import { openBrowser } from '../../server/test/browser.ts';
import { copyDemo } from '../../server/test/demo-folder.ts';
import { spawnService } from '../../server/test/process.ts';

type Person = { email: string; password: string };
type Demo = {
  baseUrl: string;
  simulatorUrl: string;
  simulatorToken: string;
  organizations: { organizationId: string; owner: Person }[];
};

/** The real service with its simulators in a separate process, and a browser. */
export type Stage = {
  url: string;
  orgId: string;
  owner: Person;
  /** Another organization of the demo. */
  other: { orgId: string; owner: Person };
  browser: Browser;
  /** A new browser profile with a page. Errors in the page are recorded in `faults`. */
  open(options?: Parameters<Browser['newContext']>[0]): Promise<{ page: Page; context: BrowserContext }>;
  faults: string[];
  simulatorUrl: string;
  /** Calls the control API of the simulators. */
  simulate<T>(path: string, body: object): Promise<T>;
  /** Calls the API with the session of a page. */
  call<T>(page: Page, method: string, path: string, body?: object): Promise<T>;
  /** The link in the newest mail to an address that was not asked for before; of links to `page`, where it is given. */
  mailLink(to: string, page?: string): Promise<string>;
  /** The link printed at start, which signs the owner in once. */
  ownerLink(): string;
  close(): Promise<void>;
};

type StageOptions = {
  demo?: boolean;
  /** Further settings of the service. */
  settings?: Record<string, string>;
  /** The origins of other pages that a story leads to; calls of any other are faults. */
  elsewhere?: readonly string[];
};

export const openStage = async ({
  demo = true,
  settings: more = {},
  elsewhere = [],
}: StageOptions = {}): Promise<Stage> => {
  const home = mkdtempSync(join(tmpdir(), 'console-'));
  const dataDir = join(home, 'data');
  const settings = { DATA_DIR: dataDir, AUTH_PORT: '0', SIMULATOR_PORT: '0', DEMO: demo ? 'on' : 'off', ...more };
  if (demo) copyDemo(dataDir);
  const service = spawnService(settings);
  const browser = await openBrowser();
  const url = await service.started;
  const file = join(dataDir, 'demo-credentials.json');
  while (demo && !existsSync(file)) await sleep(50);
  const credentials = demo ? (JSON.parse(readFileSync(file, 'utf8')) as Demo) : undefined;
  const [first, second] = credentials?.organizations ?? [];
  const nobody = { email: '', password: '' };
  const faults: string[] = [];
  const givenLinks = new Set<string>();

  const open: Stage['open'] = async (options = {}) => {
    const context = await browser.newContext({ viewport: { width: 1280, height: 860 }, ...options });
    const page = await context.newPage();
    page.setDefaultTimeout(90_000);
    page.on('pageerror', (error) => faults.push(error.message));
    page.on('console', (message) => {
      // The browser reports every refusal of the API as an error; these are expected.
      if (message.type() === 'error' && !message.text().startsWith('Failed to load resource'))
        faults.push(message.text());
    });
    page.on('request', (request) => {
      const { origin, protocol } = new URL(request.url());
      // Where a fetch is redirected elsewhere, it stops there, or the security policy stops it and says so as an error.
      if (request.resourceType() === 'fetch' && request.redirectedFrom() !== null) return;
      if (origin !== url && !elsewhere.includes(origin) && !['data:', 'blob:'].includes(protocol))
        faults.push(`asked elsewhere: ${request.url()}`);
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
    mailLink: async (to, page = '') => {
      const outbox = join(dataDir, 'outbox');
      for (;;) {
        const mails = existsSync(outbox) ? readdirSync(outbox).sort().reverse() : [];
        for (const name of mails) {
          const mail = readFileSync(join(outbox, name), 'utf8').replaceAll('=\r\n', '').replaceAll('=3D', '=');
          const link = /https?:\S+[?&]token=[\w.~-]+/.exec(mail)?.[0];
          if (!mail.includes(to) || link === undefined || !link.includes(page) || givenLinks.has(link)) continue;
          givenLinks.add(link);
          return link;
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

const showPages = async (contexts: readonly BrowserContext[]): Promise<void> => {
  for (const page of contexts.flatMap((each) => each.pages())) {
    const text = await page
      .locator('body')
      .ariaSnapshot({ timeout: 5000 })
      .catch((error: Error) => error.message);
    console.log(`${page.url()}\n${text.slice(0, shownCharacters)}`);
  }
};

/**
 * Closes the pages after each test: an open one follows events and takes the time of the next. Prints before what they
 * show if the test failed: an element that never came up does not say why.
 */
export const closePagesAfterEach = (stage: () => Stage | undefined): void =>
  afterEach(async (test) => {
    const contexts = stage()?.browser.contexts() ?? [];
    if ('passed' in test && !test.passed) await showPages(contexts);
    await Promise.all(contexts.map((context) => context.close()));
  });

/** Counts the bytes that a page receives from now on, with gzip. */
export const countBytes = async (page: Page): Promise<() => number> => {
  const session = await page.context().newCDPSession(page);
  await session.send('Network.enable');
  await session.send('Network.setExtraHTTPHeaders', { headers: { 'accept-encoding': 'gzip' } });
  let bytes = 0;
  session.on('Network.loadingFinished', ({ encodedDataLength }) => {
    bytes += encodedDataLength;
  });
  return () => bytes;
};

/**
 * Opens a tab as a person does, who clicks again if a click missed: the content above follows events, and
 * moves the tabs if it grows at that moment.
 */
export const openTab = async (place: Page | Locator, name: string): Promise<void> => {
  const tab = place.getByRole('tab', { name });
  for (let tries = 0; tries < 5; tries += 1) {
    await tab.click();
    const selected = place.getByRole('tab', { name, selected: true });
    if (
      await selected.waitFor({ timeout: 5_000 }).then(
        () => true,
        () => false,
      )
    )
      return;
  }
  throw new Error(`the tab ${name} does not open`);
};

/** Signs in without a page, which takes a fraction of the time; `signIn` shows how people do it. */
export const enter = async (page: Page, url: string, { email, password }: Person): Promise<void> => {
  const data = { email, password, transport: 'cookie' };
  const response = await page.request.post(`${url}/people/session`, { headers: { origin: url }, data });
  if (!response.ok()) throw new Error(`could not sign in: ${await response.text()}`);
};

/** Signs in as a person would. */
export const signIn = async (page: Page, url: string, { email, password }: Person): Promise<void> => {
  await page.goto(`${url}/`);
  await page.getByLabel('Email address').fill(email);
  await page.getByRole('textbox', { name: 'Password' }).fill(password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.waitForURL('**/today');
  await page.getByRole('heading', { level: 1, name: 'Today' }).waitFor();
};

/** The demo's product at AWS, on which offers are based. */
export const buyerAccount = '210987654321';
