import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import axe, { type RunOptions } from 'axe-core';
import type { Page } from 'playwright-core';
import { skipPages } from '../../server/test/browser.ts';
import { closePagesAfterEach, enter, openStage, type Stage } from './console.test-support.ts';
import { type Screen, seedScreens, settle, show } from './screens.ts';

let stage: Stage;
let screens: Screen[];
before(async () => {
  if (skipPages) return;
  stage = await openStage();
  const { page, context } = await stage.open();
  await enter(page, stage.url, stage.owner);
  screens = await seedScreens(stage, page);
  await context.close();
});
after(() => stage?.close());
closePagesAfterEach(() => stage);

type Found = { id: string; impact: string; nodes: string[] };

/** All rules are checked in light colours, and only colour rules again in dark ones: everything else is the same in both. */
const rulesOf: Record<'light' | 'dark', RunOptions> = {
  light: {},
  dark: { runOnly: { type: 'rule', values: ['color-contrast', 'link-in-text-block'] } },
};

const serious = async (page: Page, scheme: 'light' | 'dark'): Promise<Found[]> => {
  await settle(page);
  if (scheme === 'light') await page.evaluate(axe.source);
  return page.evaluate(async (rules) => {
    const { axe: judge } = globalThis as unknown as { axe: typeof import('axe-core') };
    const { violations } = await judge.run({ ...rules, resultTypes: ['violations'], preload: false });
    return violations
      .filter(({ impact }) => impact === 'serious' || impact === 'critical')
      .map(({ id, impact, nodes }) => ({
        id,
        impact: impact ?? '',
        nodes: nodes
          .slice(0, 3)
          .map(({ html, failureSummary = '' }) => `${html.slice(0, 160)} ${failureSummary.slice(0, 200)}`),
      }));
  }, rulesOf[scheme]);
};

/** Adds a member who is neither owner nor administrator. `page` has the session of an owner. */
const joinAsViewer = async (page: Page): Promise<{ email: string; password: string }> => {
  const person = { email: 'vera@acme.example', password: 'nine quiet rivers under stone' };
  await stage.call(page, 'POST', '/user', { email: person.email, role: 'VIEWER' });
  const token = new URL(await stage.mailLink(person.email)).searchParams.get('token');
  // Without that session: it would be the owner who joins.
  const accepted = await fetch(`${stage.url}/people/invitation/accept`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ token, password: person.password }),
  });
  assert.ok(accepted.ok, await accepted.text());
  return person;
};

test('no screen has a serious fault of accessibility or another title than its heading, in light and in dark colours', {
  skip: skipPages,
  timeout: 600_000,
}, async () => {
  const { page } = await stage.open({ reducedMotion: 'reduce' });
  const wrong: Record<string, Found[]> = {};
  const titles: Record<string, string> = {};
  const judge = async (name: string): Promise<void> => {
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      await page.locator(`html[data-mantine-color-scheme=${colorScheme}]`).waitFor();
      const found = await serious(page, colorScheme);
      if (found.length > 0) wrong[`${name}, ${colorScheme}`] = found;
    }
    const heading = await page.locator('h1').first().textContent();
    const title = await page.title();
    if (title !== `${heading} · Marketplace Operations`) titles[name] = title;
  };
  await page.goto(stage.url);
  await page.getByLabel('Email address').waitFor();
  await judge('sign-in');
  await enter(page, stage.url, stage.owner);
  for (const screen of screens) {
    await show(stage, page, screen);
    await judge(screen.name);
  }
  // A form that is complete, with what only some values show.
  await page.goto(`${stage.url}/console/${stage.orgId}/branding`);
  await page.getByRole('textbox', { name: 'Mail address for questions' }).fill('jörg@acme.example');
  await page.getByText('do not name jörg@acme.example').waitFor();
  await judge('branding with a hint');
  await page.goto(`${stage.url}/console/account`);
  const factor = page.locator('.mantine-Card-root').filter({ hasText: 'Second factor' });
  await factor.getByRole('textbox', { name: 'Password' }).fill(stage.owner.password);
  await factor.getByRole('button', { name: 'Turn it on' }).click();
  await factor.getByRole('img', { name: /^QR code/ }).waitFor();
  await judge('account');
  await enter(page, stage.url, await joinAsViewer(page));
  await page.goto(`${stage.url}/console/${stage.orgId}/today`);
  await page.getByRole('button', { name: /^Sandbox time: / }).waitFor();
  await judge('today of a viewer');
  assert.deepEqual(wrong, {});
  assert.deepEqual(titles, {}, 'the tab names the page');
  assert.deepEqual(stage.faults, []);
});

test('on a phone nothing is wider than the screen', { skip: skipPages, timeout: 300_000 }, async () => {
  const { page } = await stage.open({ viewport: { width: 375, height: 780 }, isMobile: true, hasTouch: true });
  await enter(page, stage.url, stage.owner);
  const wide: string[] = [];
  const narrow = [
    'today',
    'offer',
    'refused-offer',
    'contract',
    'customer',
    'product',
    'operation',
    'connection',
    'connect',
    'person',
    'branding',
  ];
  for (const screen of screens.filter(({ name }) => narrow.includes(name))) {
    await show(stage, page, screen);
    const width = await page.evaluate(() => document.documentElement.scrollWidth);
    if (width > 376) wide.push(`${screen.name}: ${width}`);
  }
  assert.deepEqual(wide, []);
});
