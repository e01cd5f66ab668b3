import assert from 'node:assert/strict';
import type { AddressInfo } from 'node:net';
import { after, before, test } from 'node:test';
import axe from 'axe-core';
import type { Browser, Page } from 'playwright-core';
import { startApp, type TestApp } from '../../test/app.ts';
import { openBrowser, skipPages } from '../../test/browser.ts';
import { actIn, aDeal, type Deal } from '../../test/examples/deal.ts';
import { anAgreementRead } from '../../test/factories/commerce.ts';
import type { AgreementStatus, LandingRead, Marketplace } from '../adapters/marketplace/port.ts';
import { partnerError } from '../adapters/partner-error.ts';
import { type LandingState, landingStates } from '../domain/organization/branding/landing-page.ts';
import { decodeId } from '../kit/ids.ts';
import { type Landing, startLanding } from './landing.test-support.ts';

let app: TestApp;
let deal: Deal;
let landing: Landing;
let browser: Browser;
let url = '';
/** What the marketplace makes of the token, and the state of the agreement. */
let resolve: () => LandingRead | null = () => null;
let status: AgreementStatus = 'ACTIVE';

const marketplace = {
  resolveLanding: async () => resolve(),
  readAgreement: async (_access: unknown, externalId: string) =>
    anAgreementRead({ externalId, buyerAccountId: '777788889999', status }),
  prettifyError: ({ message }: { message: string }) => message,
} as unknown as Marketplace;

before(async () => {
  if (skipPages) return;
  app = await startApp({}, { idle: true });
  deal = await aDeal(app, app.acme);
  await actIn(app, app.acme, (call) =>
    call.db
      .updateTable('product')
      .set({ info: '{}', fulfillment_url: '' })
      .where('product.id', '=', decodeId('prod', deal.productId) ?? '')
      .execute(),
  );
  landing = await startLanding({ ...app.app, marketplaces: { AWS: marketplace }, waiting: { pause: async () => {} } });
  await landing.server.listen({ port: 0, host: '127.0.0.1' });
  const { port } = landing.server.server.address() as AddressInfo;
  url = `http://127.0.0.1:${port}/public/fulfillment/aws/${deal.connectionId}?x-amzn-marketplace-token=a`;
  browser = await openBrowser();
});
after(async () => {
  await browser?.close();
  await landing?.close();
  await app?.close();
});

const landed = (agreementIds: string[]) => (): LandingRead => ({
  buyerAccountId: '777788889999',
  agreementIds,
  productExternalId: 'code123',
  licenseArn: null,
});
const unreachable = (): never => {
  throw partnerError('AWS cannot be reached', {
    ...{ partner: 'AWS', outcome: 'NOT_SENT', partnerCode: 'ECONNREFUSED', httpStatus: undefined },
    ...{ requestId: undefined, retryable: true },
  });
};

type Shown = {
  title: string;
  /** What happens first of what happens next. */
  next: string;
  code: number;
  resolve: () => LandingRead | null;
  status?: AgreementStatus;
};

/** What leads to the page of each state. */
const pages: Record<LandingState, Shown> = {
  REGISTERED: {
    title: 'Thank you for your purchase',
    next: 'prepares your access.',
    code: 200,
    resolve: landed(['agmt-page1']),
  },
  WAITING: {
    title: 'Your order has arrived',
    next: 'checks your order and confirms it.',
    code: 200,
    resolve: landed(['agmt-page2']),
    status: 'PENDING',
  },
  ARRIVING: {
    title: 'Thank you, your visit is registered',
    next: 'You can close this page',
    code: 200,
    resolve: landed([]),
  },
  ENDED: {
    title: 'This purchase has ended',
    next: 'To subscribe again, open the product in the marketplace and buy it there.',
    code: 200,
    resolve: landed(['agmt-page3']),
    status: 'CANCELLED',
  },
  EXPIRED: { title: 'This link is no longer valid', next: 'To get a new link', code: 400, resolve: () => null },
  FAILED: {
    title: 'We could not look at your purchase now',
    next: 'Wait a few seconds, and choose “Try again”.',
    code: 503,
    resolve: unreachable,
  },
};

const serious = async (page: Page): Promise<string[]> => {
  await page.evaluate(axe.source);
  return page.evaluate(async () => {
    const { axe: judge } = globalThis as unknown as { axe: typeof import('axe-core') };
    const { violations } = await judge.run({ resultTypes: ['violations'], preload: false });
    return violations
      .filter(({ impact }) => impact === 'serious' || impact === 'critical')
      .map(({ id, nodes }) => `${id}: ${nodes[0]?.html} ${nodes[0]?.failureSummary}`);
  });
};

/** A logo of one pixel. */
const logo =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

test('on a phone each page shows the seller in its colour, says what happens next, and can be read', {
  skip: skipPages,
  timeout: 300_000,
}, async () => {
  const name = `Acme${'Analytics'.repeat(9)}`;
  const seller = {
    ...{ displayName: name, accentColor: '#ffd400', logo, supportEmail: 'help@acme.example' },
    supportUrl: `https://acme.example/${'help'.repeat(40)}`,
  };
  const saved = await app.acme.editor.call('PATCH', '/branding', { body: seller });
  assert.equal(saved.status, 200, saved.text);
  const context = await browser.newContext({ viewport: { width: 360, height: 740 }, isMobile: true });
  const page = await context.newPage();
  const wrong: string[] = [];
  page.on('console', (message) => {
    // Of a page with status 400 or 503 the browser reports the status itself.
    if (message.type() === 'error' && !message.text().startsWith('Failed to load resource')) wrong.push(message.text());
  });
  page.on('request', (request) => {
    if (!request.url().startsWith('data:') && request.url() !== url) wrong.push(`asked for ${request.url()}`);
  });
  for (const state of landingStates) {
    const { title, next, code, ...given } = pages[state];
    resolve = given.resolve;
    status = given.status ?? 'ACTIVE';
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      const response = await page.goto(url);
      assert.equal(response?.status(), code, title);
      await page.getByRole('heading', { level: 1, name: title }).waitFor({ timeout: 10_000 });
      await page.getByRole('heading', { level: 2, name: 'What happens next' }).waitFor({ timeout: 10_000 });
      await page.getByRole('listitem').first().filter({ hasText: next }).waitFor({ timeout: 10_000 });
      const shown = await page.evaluate(() => {
        const [bar, image] = [document.querySelector('header'), document.querySelector('img')];
        const { backgroundColor, color } = getComputedStyle(bar ?? document.body);
        const width = document.documentElement.scrollWidth;
        return { name: bar?.textContent, backgroundColor, color, width, pixels: image?.naturalWidth };
      });
      const expected = { backgroundColor: 'rgb(255, 212, 0)', color: 'rgb(0, 0, 0)', width: 360, pixels: 1 };
      assert.deepEqual(shown, { name, ...expected }, `${title}, ${colorScheme}`);
      const [mail] = await page.getByRole('contentinfo').getByRole('link').all();
      assert.equal(await mail?.getAttribute('href'), 'mailto:help@acme.example');
      assert.deepEqual(await serious(page), [], `${title}, ${colorScheme}`);
    }
  }
  assert.deepEqual(wrong, []);
  await context.close();
});
