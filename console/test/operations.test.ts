import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Page } from 'playwright-core';
import { skipPages } from '../../server/test/browser.ts';
import { buyerAccount, closePagesAfterEach, enter, openStage, openTab, type Stage } from './console.test-support.ts';

let stage: Stage;
before(async () => {
  if (skipPages) return;
  stage = await openStage();
  await stage.simulate('/aws/account', { kind: 'buyer', id: buyerAccount, name: 'Initech' });
});
after(() => stage?.close());
closePagesAfterEach(() => stage);

const at = (path: string): string => `${stage.url}/console/${stage.orgId}/${path}`;

/** Submits an offer; the marketplace refuses those with a name that says so. */
const submit = async (page: Page, name: string, contactIds: readonly string[] = []): Promise<string> => {
  const [product] = await stage.call<{ id: string }[]>(page, 'GET', '/product?partner=AWS');
  const info = {
    buyerAwsAccountIds: [buyerAccount],
    currency: 'USD',
    eulaType: 'SCMP',
    commits: [{ key: 'platform', rate: 900, length: 12, timeUnit: 'MONTH' }],
  };
  const expireTime = '2028-01-01T00:00:00Z';
  const offer = { name, partner: 'AWS', productID: product?.id, contactIds, expireTime, info };
  const { id } = await stage.call<{ id: string }>(page, 'POST', '/offer', offer);
  return id;
};

test('a failed operation shows the failed step and the reason, and links to the acts that retry or cancel its offer', {
  skip: skipPages,
  timeout: 300_000,
}, async () => {
  const { page } = await stage.open();
  await enter(page, stage.url, stage.owner);
  await submit(page, 'Hooli fail-release');
  await page.goto(at('operations?status=FAILED'));
  const failed = page.getByRole('link', { name: 'offer.create' }).first();
  await failed.click();
  const steps = page.getByRole('region', { name: 'Steps' });
  await steps.getByText('The operation started').waitFor();
  await steps.getByText('The operation failed').waitFor();
  await steps
    .getByText(/^Change ID: /)
    .first()
    .waitFor();

  const about = page.getByRole('region', { name: 'What it is about' });
  await about.getByRole('link', { name: 'Hooli fail-release' }).waitFor();
  await about.getByText('Create failed', { exact: true }).waitFor();
  // The offer was never released: there is nothing to cancel, and the button says so.
  const cancel = about.getByRole('button', { name: 'Cancel an offer' });
  assert.equal(await cancel.getAttribute('aria-disabled'), 'true');
  await cancel.hover();
  await page.getByRole('tooltip').filter({ hasText: 'It is create failed. This is possible when it is' }).waitFor();
  await about.getByRole('link', { name: 'Edit and submit' }).click();
  await page.getByRole('textbox', { name: 'Name', exact: true }).waitFor();
  assert.match(page.url(), /\/offers\/offer_\w+\/edit/);
  assert.deepEqual(stage.faults, []);
});

test('the operations of an offer are on its page, each is followed until it ends, and its act is repeated from there', {
  skip: skipPages,
  timeout: 300_000,
}, async () => {
  const { page } = await stage.open();
  await enter(page, stage.url, stage.owner);
  const offerId = await submit(page, 'Umbrella 2028');
  await page.goto(at(`offers/${offerId}`));
  await openTab(page, 'Operations');
  await page.getByRole('tabpanel').getByRole('link', { name: 'offer.create' }).click();
  // It may still run when the page opens: nobody reloads it.
  await page.getByRole('region', { name: 'Steps' }).getByText('The operation completed').waitFor();
  const about = page.getByRole('region', { name: 'What it is about' });
  await about.getByText('Pending acceptance', { exact: true }).waitFor();
  await page.getByRole('heading', { level: 1 }).locator('..').getByText('Completed', { exact: true }).waitFor();
  await about.getByRole('button', { name: 'Cancel an offer' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('status').filter({ hasText: 'The API accepts this' }).waitFor();
  await dialog.getByRole('button', { name: 'Cancel an offer' }).click();
  await about.getByText('Cancelled', { exact: true }).waitFor();
  assert.deepEqual(stage.faults, []);
});

test('the mail of an offer is previewed before its contacts receive it', {
  skip: skipPages,
  timeout: 300_000,
}, async () => {
  const { page } = await stage.open();
  await enter(page, stage.url, stage.owner);
  const contactOf = async (name: string): Promise<string> => {
    const contact = { emailAddress: `${name.toLowerCase()}@initech.example`, name };
    return (await stage.call<{ id: string }>(page, 'POST', '/contact', contact)).id;
  };
  const contactIds = [await contactOf('Ada'), await contactOf('Robin')];
  const offerId = await submit(page, 'Initech 2028', contactIds);
  await page.goto(at(`offers/${offerId}`));
  await page.getByText('Pending acceptance', { exact: true }).first().waitFor();
  await page.getByRole('button', { name: 'All actions' }).click();
  await page.getByRole('menuitem', { name: 'Notify contacts about an offer by mail' }).click();
  const dialog = page.getByRole('dialog');
  const mail = dialog.getByRole('region', { name: 'The mail' });
  await mail.getByText('Hello Ada,').waitFor();
  await dialog.getByText('2 mails will be sent: one to each contact of the offer.').waitFor();
  await mail.getByText(/^Subject: Offer from .*: Initech 2028$/).waitFor();
  await dialog.getByRole('combobox', { name: 'Contacts' }).click();
  await page.getByRole('option', { name: 'Robin, robin@initech.example' }).click();
  await page.keyboard.press('Tab');
  await mail.getByText('Hello Robin,').waitFor();
  await dialog.getByText('1 mail will be sent: one to each contact that you have chosen.').waitFor();
  await dialog.getByLabel('Personal line').fill('As agreed on Tuesday.');
  await mail.getByText('As agreed on Tuesday.').waitFor();
  await dialog.getByRole('status').filter({ hasText: 'The API accepts this' }).waitFor();
  await dialog.getByRole('button', { name: 'Notify contacts about an offer by mail' }).click();
  await dialog.waitFor({ state: 'detached' });
  // Only the one who was chosen is sent a mail.
  await openTab(page, 'Timeline');
  await page.getByText(/^Email to robin@initech.example/).waitFor();
  assert.equal(await page.getByText(/^Email to ada@initech.example/).count(), 0);
  assert.deepEqual(stage.faults, []);
});

test('the page of a person or an app lists the changes that it made, and how often an app calls', {
  skip: skipPages,
  timeout: 300_000,
}, async () => {
  const { page } = await stage.open();
  await enter(page, stage.url, stage.owner);
  await stage.call(page, 'POST', '/draftOffer', { name: 'Stark draft', partner: 'AWS' });
  const [owner] = await stage.call<{ id: string }[]>(page, 'GET', `/user?email=${stage.owner.email}`);
  const app = { name: 'Sync', accessLevel: 'VIEWER' };
  const { id } = await stage.call<{ id: string }>(page, 'POST', '/oauthApp', app);
  await page.goto(at(`people/${owner?.id}`));
  await openTab(page, 'Changes made');
  const changes = page.getByRole('tabpanel');
  await changes.getByText('createOrUpdateDraftOffer').first().waitFor();
  await changes.getByText('createOAuthApp').first().waitFor();
  await page.goto(at(`apps/${id}`));
  await page.getByRole('region', { name: 'Calls' }).getByText('0 in the last 30 days').waitFor();
  await openTab(page, 'Changes made');
  // The app itself has changed nothing, unlike the owner who made it.
  await changes.getByText('No audit entries yet').waitFor();
  assert.deepEqual(stage.faults, []);
});

test('a read that fails later removes nothing from a page: it says what failed, and the open tab stays', {
  skip: skipPages,
  timeout: 300_000,
}, async () => {
  const { page } = await stage.open();
  await enter(page, stage.url, stage.owner);
  const save = (draft: object) => stage.call<{ id: string }>(page, 'POST', '/draftOffer', { partner: 'AWS', ...draft });
  const { id } = await save({ name: 'Tango' });
  await page.goto(at(`offers/${id}`));
  await openTab(page, 'Timeline');
  const timeline = page.getByRole('tab', { name: 'Timeline', selected: true });
  await timeline.waitFor();
  const read = new RegExp(`/offer/${id}$`);
  const problem = { title: 'Unavailable', status: 503, code: 'ServiceUnavailable', message: 'Try again.' };
  await page.route(read, (route) =>
    route.fulfill({ status: 503, contentType: 'application/problem+json', body: JSON.stringify(problem) }),
  );
  await save({ id, name: 'Tango again' });
  await page.getByRole('alert').getByText('Try again.').waitFor();
  await timeline.waitFor();
  await page.unroute(read);
  await save({ id, name: 'Tango at last' });
  await page.getByRole('heading', { level: 1, name: 'Tango at last' }).waitFor();
  await page.getByRole('alert').waitFor({ state: 'detached' });
  await timeline.waitFor();
  assert.deepEqual(
    stage.faults.splice(0).filter((fault) => !fault.includes('503')),
    [],
  );
});

test('the tabs of a page appear together with the content above them, so that nothing moves under a click', {
  skip: skipPages,
  timeout: 300_000,
}, async () => {
  const { page } = await stage.open();
  await enter(page, stage.url, stage.owner);
  const { id } = await stage.call<{ id: string }>(page, 'POST', '/draftOffer', { name: 'Victor', partner: 'AWS' });
  const terms = Promise.withResolvers<void>();
  await page.route(/\/offer-terms-[^/]*\.js$/, async (route) => {
    await terms.promise;
    await route.continue();
  });
  await page.goto(at(`offers/${id}`));
  await page.getByRole('heading', { level: 1, name: 'Victor' }).waitFor();
  assert.equal(await page.getByRole('tab').count(), 0);
  terms.resolve();
  await page.getByRole('heading', { level: 2, name: 'Terms' }).waitFor();
  await openTab(page, 'Timeline');
  assert.deepEqual(stage.faults, []);
});

test('an edit form starts with the stored values, asks for nothing that cannot be set, and clears emptied fields', {
  skip: skipPages,
  timeout: 300_000,
}, async () => {
  const { page } = await stage.open();
  await enter(page, stage.url, stage.owner);
  const contact = { emailAddress: 'whiskey@initech.example', name: 'Whiskey', companyContactId: 'C-1' };
  const { id } = await stage.call<{ id: string }>(page, 'POST', '/contact', contact);
  await page.goto(at(`contacts/${id}`));
  await page.getByRole('heading', { level: 1, name: 'Whiskey' }).waitFor();
  await page.getByRole('button', { name: 'Update a contact' }).click();
  const dialog = page.getByRole('dialog');
  const name = dialog.getByRole('textbox', { name: 'Name', exact: true });
  assert.equal(await name.inputValue(), 'Whiskey');
  assert.equal(await dialog.getByRole('textbox', { name: /^(ID|Creation time)$/ }).count(), 0);
  await name.fill('');
  await dialog.getByRole('status').filter({ hasText: 'The API accepts this' }).waitFor();
  await dialog.getByRole('button', { name: 'Update a contact' }).click();
  await dialog.waitFor({ state: 'detached' });
  const left = await stage.call<Record<string, unknown>>(page, 'GET', `/contact/${id}`);
  assert.deepEqual([left.name, left.emailAddress, left.companyContactId], ['', contact.emailAddress, 'C-1']);
  assert.deepEqual(stage.faults, []);
});
