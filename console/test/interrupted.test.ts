import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Page } from 'playwright-core';
import { skipPages } from '../../server/test/browser.ts';
import { closePagesAfterEach, enter, openStage, type Stage } from './console.test-support.ts';

// Work that is interrupted: by a session that ends, a lost answer, a key pressed by mistake, another tab.

let stage: Stage;
before(async () => {
  if (!skipPages) stage = await openStage();
});
after(() => stage?.close());
closePagesAfterEach(() => stage);

const at = (path: string): string => `${stage.url}/console/${stage.orgId}/${path}`;

const nameBox = (page: Page) => page.getByRole('textbox', { name: 'Name', exact: true });

const saveDraft = (page: Page) => page.getByRole('button', { name: 'Save draft' });

test('what was typed outlives the session: the person signs in in another tab, and sends it', {
  skip: skipPages,
  timeout: 300_000,
}, async () => {
  const { page, context } = await stage.open();
  await enter(page, stage.url, stage.owner);
  await page.goto(at('offers/new'));
  await nameBox(page).fill('Typed before the session ended');
  await page.getByRole('status').filter({ hasText: 'Not yet possible' }).waitFor();
  await context.clearCookies();
  await saveDraft(page).click();
  const ended = page.getByRole('alert').filter({ hasText: 'Your session has ended' });
  const opened = context.waitForEvent('page');
  await ended.getByRole('link', { name: 'Sign in again' }).click();
  const other = await opened;
  await other.getByLabel('Email address').fill(stage.owner.email);
  await other.getByRole('textbox', { name: 'Password' }).fill(stage.owner.password);
  await other.getByRole('button', { name: 'Sign in', exact: true }).click();
  await other.getByRole('heading', { level: 1, name: 'New offer' }).waitFor();
  assert.equal(await nameBox(page).inputValue(), 'Typed before the session ended');
  await saveDraft(page).click();
  await page.getByRole('heading', { level: 1, name: 'Typed before the session ended' }).waitFor();
  assert.deepEqual(stage.faults, []);
});

test('an offer whose answer was lost is not made twice, also if the page is loaded again and the offer written again', {
  skip: skipPages,
  timeout: 300_000,
}, async () => {
  const { page } = await stage.open();
  await enter(page, stage.url, stage.owner);
  const write = async (): Promise<void> => {
    await page.goto(at('offers/new'));
    await nameBox(page).fill('Written once');
    await page.getByRole('status').filter({ hasText: 'Not yet possible' }).waitFor();
    await saveDraft(page).click();
  };
  await page.route(/\/draft|\/createOrUpdate|\/offer/i, async (route) => {
    const request = route.request();
    if (request.method() !== 'POST' || request.url().includes('dryRun')) return route.continue();
    await route.fetch();
    await route.abort();
  });
  await write();
  await page.getByRole('alert').filter({ hasText: 'connection' }).waitFor();
  await page.unrouteAll();
  page.on('dialog', (dialog) => dialog.accept());
  await write();
  await page.getByRole('heading', { level: 1, name: 'Written once' }).waitFor();
  const offers = await stage.call<{ name: string }[]>(page, 'GET', '/offer');
  assert.equal(offers.filter(({ name }) => name === 'Written once').length, 1);
  assert.deepEqual(stage.faults, []);
});

test('a check that is not answered does not keep an offer from being submitted', {
  skip: skipPages,
  timeout: 300_000,
}, async () => {
  const { page } = await stage.open();
  await enter(page, stage.url, stage.owner);
  await page.route(/dryRun/, (route) => route.abort());
  await page.goto(at('offers/new'));
  await nameBox(page).fill('Not checked');
  await page.getByRole('status').filter({ hasText: 'Not yet possible' }).waitFor();
  const submitted = page.waitForResponse((response) => response.request().method() === 'POST');
  await page.getByRole('button', { name: 'Submit', exact: true }).click();
  assert.equal((await submitted).status(), 400);
  assert.deepEqual(stage.faults, []);
});

test('Escape and a click beside it do not close a form in which something was entered without a question', {
  skip: skipPages,
  timeout: 300_000,
}, async () => {
  const { page } = await stage.open();
  await enter(page, stage.url, stage.owner);
  await page.goto(at('contacts'));
  await page.getByRole('button', { name: 'Create a contact' }).first().click();
  const dialog = page.getByRole('dialog');
  const email = dialog.getByRole('textbox', { name: 'Email address' });
  await email.fill('ada@initech.example');
  await page.mouse.click(5, 400);
  const asked: string[] = [];
  page.once('dialog', (question) => {
    asked.push(question.message());
    void question.dismiss();
  });
  await page.keyboard.press('Escape');
  assert.equal(await email.inputValue(), 'ada@initech.example');
  assert.deepEqual(asked, ['Close the form without sending what you entered?']);
  page.once('dialog', (question) => void question.accept());
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  assert.deepEqual(stage.faults, []);
});

test('an act whose answer was lost is not done again: the person learns that it had been done', {
  skip: skipPages,
  timeout: 300_000,
}, async () => {
  const { page } = await stage.open();
  await enter(page, stage.url, stage.owner);
  await page.goto(at('contacts'));
  const dialog = page.getByRole('dialog');
  const fields = { 'Email address': 'grace@initech.example', Name: 'Grace' };
  const send = async (names: readonly (keyof typeof fields)[]): Promise<void> => {
    await page.getByRole('button', { name: 'Create a contact' }).first().click();
    for (const name of names) await dialog.getByRole('textbox', { name, exact: true }).fill(fields[name]);
    await dialog.getByRole('button', { name: 'Create a contact' }).click();
  };
  const answer = Promise.withResolvers<void>();
  await page.route(/\/contact$/, async (route) => {
    if (route.request().method() !== 'POST') return route.continue();
    await route.fetch();
    await answer.promise;
    await route.abort();
  });
  const asked: string[] = [];
  page.on('dialog', (question) => {
    asked.push(question.message());
    void question.accept();
  });
  await send(['Email address', 'Name']);
  await dialog.getByRole('button', { name: 'Close' }).last().and(page.locator(':disabled')).waitFor();
  await page.keyboard.press('Escape');
  assert.deepEqual(asked, [], 'it is on its way already');
  answer.resolve();
  await dialog.getByRole('alert').filter({ hasText: 'connection' }).waitFor();
  await page.unrouteAll();
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  await send(['Name', 'Email address']);
  await page.getByText('Done before: create a contact.').waitFor();
  const contacts = await stage.call<{ emailAddress: string }[]>(page, 'GET', '/contact');
  assert.equal(contacts.filter(({ emailAddress }) => emailAddress === fields['Email address']).length, 1);
  assert.deepEqual(stage.faults, []);
});

test('an act on several things is stopped, not hidden, by closing its dialog, and shows for which it was done', {
  skip: skipPages,
  timeout: 300_000,
}, async () => {
  const { page } = await stage.open();
  await enter(page, stage.url, stage.owner);
  const product = (await stage.call<{ id: string }[]>(page, 'GET', '/product?partner=AWS'))[0]?.id;
  for (const name of ['First', 'Second', 'Third'])
    await stage.call(page, 'POST', '/draftOffer', { name, partner: 'AWS', productID: product });
  await page.goto(at('offers?status=DRAFT'));
  for (const name of ['First', 'Second', 'Third']) await page.getByRole('checkbox', { name: `Select ${name}` }).check();
  await page.getByText('3 offers selected').waitFor();
  const answer = Promise.withResolvers<void>();
  await page.route(/\/offer\/.*/, async (route) => {
    if (route.request().method() === 'GET') return route.continue();
    await answer.promise;
    return route.continue();
  });
  await page.getByRole('button', { name: 'Delete' }).first().click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Delete' }).click();
  await dialog.getByRole('button', { name: 'Stop after this one' }).waitFor();
  await page.keyboard.press('Escape');
  answer.resolve();
  await dialog.getByText('Stopped after 1 of 3. Nothing was done for the others.').waitFor();
  await dialog.getByRole('button', { name: 'Close' }).last().click();
  await dialog.waitFor({ state: 'detached' });
  assert.equal((await stage.call<unknown[]>(page, 'GET', '/offer?status=DRAFT')).length >= 2, true);
  assert.deepEqual(stage.faults, []);
});

test('a page whose event stream was refused is live again later', { skip: skipPages, timeout: 300_000 }, async () => {
  const { page } = await stage.open();
  await enter(page, stage.url, stage.owner);
  let refusals = 0;
  await page.route(/\/org\/[^/]+\/event$/, (route) => {
    refusals += 1;
    return refusals > 2 ? route.continue() : route.fulfill({ status: 503, body: '' });
  });
  await page.goto(at('contacts'));
  await page.getByRole('img', { name: 'Live', exact: true }).waitFor();
  assert.ok(refusals > 2);
});

test('what is selected is forgotten when other rows are shown, by a filter or by going back', {
  skip: skipPages,
  timeout: 300_000,
}, async () => {
  const { page } = await stage.open();
  await enter(page, stage.url, stage.owner);
  const product = (await stage.call<{ id: string }[]>(page, 'GET', '/product?partner=AWS'))[0]?.id;
  await stage.call(page, 'POST', '/draftOffer', { name: 'Selected', partner: 'AWS', productID: product });
  await page.goto(at('offers'));
  await page.getByRole('checkbox', { name: 'Select Selected' }).check();
  await page.getByText('1 offer selected').waitFor();
  await page.evaluate(() => {
    history.pushState({}, '', `${location.pathname}?partner=GCP`);
    dispatchEvent(new PopStateEvent('popstate'));
  });
  await page.getByText('1 offer selected').waitFor({ state: 'detached' });
  assert.deepEqual(stage.faults, []);
});
