import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import axe, { type RunOptions } from 'axe-core';
import type { Page } from 'playwright-core';
import { skipPages } from '../../server/test/browser.ts';
import { closePagesAfterEach, enter, openStage, type Stage } from './console.test-support.ts';
import { furnish, type Screen, settle, show } from './screens.ts';

let stage: Stage;
let screens: Screen[];
before(async () => {
  if (skipPages) return;
  stage = await openStage();
  const { page, context } = await stage.open();
  await enter(page, stage.url, stage.owner);
  screens = await furnish(stage, page);
  await context.close();
});
after(() => stage?.close());
closePagesAfterEach(() => stage);

type Found = { id: string; impact: string; nodes: string[] };

/** Everything is judged in light colours, and colours again in dark ones: all else is the same in both. */
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

test('no screen has a serious fault of accessibility, in light and in dark colours', {
  skip: skipPages,
  timeout: 600_000,
}, async () => {
  const { page } = await stage.open({ reducedMotion: 'reduce' });
  const wrong: Record<string, Found[]> = {};
  const judge = async (name: string): Promise<void> => {
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      await page.locator(`html[data-mantine-color-scheme=${colorScheme}]`).waitFor();
      const found = await serious(page, colorScheme);
      if (found.length > 0) wrong[`${name}, ${colorScheme}`] = found;
    }
  };
  await page.goto(stage.url);
  await page.getByLabel('Email address').waitFor();
  await judge('sign-in');
  await enter(page, stage.url, stage.owner);
  for (const screen of screens) {
    await show(stage, page, screen);
    await judge(screen.name);
  }
  assert.deepEqual(wrong, {});
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
