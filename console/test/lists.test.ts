import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Page } from 'playwright-core';
import { skipPages } from '../../server/test/browser.ts';
import { closePagesAfterEach, enter, openStage, type Stage } from './console.test-support.ts';

let stage: Stage;
before(async () => {
  if (!skipPages) stage = await openStage();
});
after(() => stage?.close());
closePagesAfterEach(() => stage);

const people = 700;
const nameOf = (at: number): string => `Person ${String(at).padStart(4, '0')}`;

const fill = async (page: Page): Promise<void> => {
  const contacts = Array.from({ length: people }, (_, at) => ({
    emailAddress: `person-${at}@initech.example`,
    name: nameOf(at),
  }));
  await stage.call(page, 'POST', '/contact/batch', contacts);
};

test('a long list loads while one scrolls, renders only what is visible, and keeps its position in the address', {
  skip: skipPages,
  timeout: 300_000,
}, async () => {
  const { page } = await stage.open();
  await enter(page, stage.url, stage.owner);
  await fill(page);
  const asked: string[] = [];
  page.on('request', (request) => request.url().includes('/contact/query') && asked.push(request.url()));
  await page.goto(`${stage.url}/console/${stage.orgId}/contacts?sort=name&text=Person`);
  const person = (at: number) => page.getByRole('link', { name: nameOf(at) });
  await person(0).waitFor();
  await page.getByRole('status').filter({ hasText: '700 contacts' }).waitFor();
  assert.equal(await page.getByRole('table').getAttribute('aria-rowcount'), '701');

  const box = page.getByRole('region', { name: 'Contacts' });
  await box.evaluate((element) => {
    element.scrollTop = 400 * 41;
  });
  await person(405).waitFor();
  assert.ok((await page.getByRole('row').count()) < 80);
  await page.waitForURL(/row=%22400/);
  // The pages between were never in sight for long enough to be asked for.
  assert.equal(asked.filter((url) => /page_number=[23]\b/.test(url)).length, 0);

  await page.reload();
  await person(400).waitFor();
  assert.equal(await box.evaluate((element) => element.scrollTop), 400 * 41);
  assert.deepEqual(stage.faults, []);
});

test('a long list can be read with the keyboard alone, and keeps its position after a visit to one of its rows', {
  skip: skipPages,
  timeout: 300_000,
}, async () => {
  const { page } = await stage.open();
  await enter(page, stage.url, stage.owner);
  await page.goto(`${stage.url}/console/${stage.orgId}/contacts?sort=name&text=Person`);
  const focused = (at: number) =>
    page
      .getByRole('link', { name: nameOf(at) })
      .and(page.locator(':focus'))
      .waitFor();
  await page.getByRole('link', { name: nameOf(0) }).focus();
  for (let at = 0; at < 40; at += 1) await page.keyboard.press('ArrowDown');
  await focused(40);
  await page.keyboard.press('End');
  const last = page.getByRole('link', { name: nameOf(people - 1) });
  await last.waitFor();
  await page.keyboard.press('ArrowUp');
  await focused(people - 2);
  const place = /row=%22\d+/;
  await page.waitForURL(place);
  const [before] = place.exec(page.url()) ?? [];
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { level: 1, name: nameOf(people - 2) }).waitFor();
  await page.goBack();
  await last.waitFor();
  assert.equal(place.exec(page.url())?.[0], before);
  assert.deepEqual(stage.faults, []);
});

test('rows are selected one by one, from one to another, and all that are loaded', {
  skip: skipPages,
  timeout: 300_000,
}, async () => {
  const { page } = await stage.open();
  await enter(page, stage.url, stage.owner);
  for (const name of ['Able', 'Baker', 'Charlie', 'Delta'])
    await stage.call(page, 'POST', '/draftOffer', { name, partner: 'AWS' });
  await page.goto(`${stage.url}/console/${stage.orgId}/offers?sort=name`);
  const select = (name: string) => page.getByRole('checkbox', { name: `Select ${name}` });
  await select('Able').click();
  await page.getByText('1 offer selected').waitFor();
  await select('Charlie').click({ modifiers: ['Shift'] });
  await page.getByText('3 offers selected').waitFor();
  await select('Baker').click();
  await page.getByText('2 offers selected').waitFor();
  const all = page.getByRole('checkbox', { name: 'Select all loaded rows' });
  await all.click();
  await page.getByText('selected').waitFor({ state: 'detached' });
  // A row that others push down keeps its element: a click that was meant for it cannot select what took its place.
  await select('Able').focus();
  await stage.call(page, 'POST', '/draftOffer', { name: 'Aaron', partner: 'AWS' });
  await select('Aaron').waitFor();
  await select('Able').and(page.locator(':focus')).waitFor();
  await all.click();
  await page.getByText(/^[4-9]\d* offers selected/).waitFor();
  assert.deepEqual(stage.faults, []);
});

test('changes made before the event stream is open are shown as soon as it opens', {
  skip: skipPages,
  timeout: 300_000,
}, async () => {
  const { page } = await stage.open();
  await enter(page, stage.url, stage.owner);
  await stage.call(page, 'POST', '/draftOffer', { name: 'Echo', partner: 'AWS' });
  const gate = Promise.withResolvers<void>();
  await page.route(/\/org\/[^/]+\/event$/, async (route) => {
    await gate.promise;
    await route.continue();
  });
  await page.goto(`${stage.url}/console/${stage.orgId}/offers?sort=name`);
  await page.getByRole('link', { name: 'Echo' }).waitFor();
  await stage.call(page, 'POST', '/draftOffer', { name: 'Foxtrot', partner: 'AWS' });
  gate.resolve();
  await page.getByRole('link', { name: 'Foxtrot' }).waitFor();
  assert.deepEqual(stage.faults, []);
});
