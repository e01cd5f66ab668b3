import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Locator, Page } from 'playwright-core';
import { skipPages } from '../../server/test/browser.ts';
import { closePagesAfterEach, openStage, type Stage, signIn } from './console.test-support.ts';

let stage: Stage;
before(async () => {
  if (skipPages) return;
  stage = await openStage();
});
after(() => stage?.close());
closePagesAfterEach(() => stage);

const at = (path: string): string => `${stage.url}/console/${stage.orgId}/${path}`;

const chooseAct = async (page: Page, name: string): Promise<Locator> => {
  await page.getByRole('button', { name: 'All actions' }).click();
  await page.getByRole('menuitem', { name }).click();
  return page.getByRole('dialog');
};

const sandboxMenu = async (page: Page, button: string, item: string, done: string): Promise<void> => {
  await page.getByRole('region', { name: 'Sandbox' }).getByRole('button', { name: button }).click();
  await page.getByRole('menuitem', { name: item }).click();
  const message = page.getByRole('alert').filter({ hasText: done });
  await message.waitFor({ timeout: 120_000 });
  // It goes by itself after some seconds; the next one may have the same words.
  await message.getByRole('button').click();
  await message.waitFor({ state: 'detached' });
};
const moveAhead = (page: Page, by: string): Promise<void> =>
  sandboxMenu(page, 'Move the clock', `Move ahead by ${by}`, `The clock moved ahead by ${by}.`);
const asBuyer = (page: Page, act: string): Promise<void> =>
  sandboxMenu(page, 'Act as the buyer', act, `Done in the sandbox: ${act}.`);

const accepted = (within: Page | Locator): Promise<void> =>
  within.getByRole('status').filter({ hasText: 'The API accepts this' }).waitFor();

type Listed = { data: { id: string; partner: string; service: string }[] };
type Account = { tenantId: string; clientId: string; clientSecret: string };

test('an account goes live by mouse: disconnected after a second question, connected in SHADOW, verified, compared, and switched to LIVE', {
  skip: skipPages,
  timeout: 500_000,
}, async () => {
  const { page } = await stage.open();
  await signIn(page, stage.url, stage.owner);

  // The demo's connection already reports usage, so it is replaced by one that starts in SHADOW.
  const { data } = await stage.call<Listed>(page, 'GET', '/integration?partner=AZURE&service=MARKETPLACE');
  await page.goto(at(`connections/${data[0]?.id}`));
  const closing = await chooseAct(page, 'Disconnect an account');
  await closing.getByRole('button', { name: 'Disconnect an account' }).click();
  await closing.getByRole('alert').filter({ hasText: 'Are you sure? This cannot be undone.' }).waitFor();
  // The first press has changed nothing.
  assert.equal((await page.request.get(`${stage.url}/org/${stage.orgId}/integration/${data[0]?.id}`)).status(), 200);
  await closing.getByRole('button', { name: 'Yes: disconnect an account' }).click();
  await page.getByText('Done: disconnect an account.').waitFor();
  assert.equal((await page.request.get(`${stage.url}/org/${stage.orgId}/integration/${data[0]?.id}`)).status(), 404);

  await page.goto(at('connections/new'));
  await page.getByRole('link', { name: 'Azure Marketplace' }).click();
  await page.getByRole('button', { name: 'Next: connect' }).click();
  const account = await stage.simulate<Account>('/azure/account', { id: 'acme', name: 'Acme' });
  await page.getByRole('textbox', { name: 'Account ID' }).fill('acme');
  await page.getByRole('textbox', { name: 'Tenant ID' }).fill(account.tenantId);
  await page.getByRole('textbox', { name: 'Client ID' }).fill(account.clientId);
  await page.getByRole('textbox', { name: 'Client secret' }).fill(account.clientSecret);
  await page.getByRole('textbox', { name: 'Endpoint' }).fill(`${stage.simulatorUrl}/azure`);
  await accepted(page);
  await page.getByRole('button', { name: 'Connect an account of a partner' }).click();
  await page.waitForURL(/\/connections\/(?!new)/);
  const connection = page.url();
  const secret = page.getByRole('dialog', { name: 'Copy this secret now' });
  await secret.getByRole('button', { name: 'Close' }).click();
  await secret.waitFor({ state: 'detached' });
  await page.getByRole('heading', { name: 'In SHADOW: usage is computed but not submitted' }).waitFor();
  await page.getByRole('button', { name: 'Verify now' }).click();
  await page.getByRole('status').filter({ hasText: 'It works' }).waitFor();

  // The day of the connection is not compared: its first hours were another tool's.
  await moveAhead(page, 'a day');
  const [product] = await stage.call<{ id: string }[]>(page, 'GET', '/product?partner=AZURE');
  await page.goto(at(`products/${product?.id}`));
  await asBuyer(page, 'Subscribe to the plan team');
  await page.goto(at('contracts?partner=AZURE'));
  // Times are relative to the time of the sandbox, after a reload too.
  const contract = page
    .getByRole('row')
    .filter({ hasText: 'Pending start' })
    .filter({ hasText: /just now|minutes? ago/ });
  await contract.getByRole('link', { name: 'Acme Analytics' }).first().click();
  const approval = await chooseAct(page, 'Approve an entitlement');
  await accepted(approval);
  await approval.getByRole('button', { name: 'Approve an entitlement' }).click();
  await page.getByRole('heading', { level: 1 }).locator('..').getByText('Active', { exact: true }).waitFor();
  const entitlementID = page.url().split('/').at(-1) ?? '';
  const use = (id: string, requests: number) =>
    stage.call(page, 'POST', '/batchCreateUsageRecordGroups', [{ id, entitlementID, records: { requests } }]);
  await use('in-shadow', 12.75);
  for (const _day of [1, 2, 3]) await moveAhead(page, 'a day');

  await page.goto(connection);
  const comparison = page.getByRole('status').filter({ hasText: 'The records of Azure differ in 1 place' });
  await comparison.getByRole('link', { name: 'See the differences' }).click();
  const differs = page.getByRole('region', { name: 'Shadow differs' });
  await differs.getByRole('cell', { name: '12', exact: true }).waitFor();
  // The link names what it leads to, and the filter changes the address.
  assert.match(page.url(), /\/usage-problems\?partner=AZURE&cause=SHADOW_DIFFERS$/);
  await page.getByRole('combobox', { name: 'Partner' }).click();
  await page.getByRole('option', { name: 'AWS', exact: true }).click();
  await page.getByText('Nothing matches these filters').waitFor();
  assert.match(page.url(), /partner=AWS/);
  await page.goBack();
  await page.getByRole('link', { name: 'See the usage reports' }).click();
  await page
    .getByRole('cell', { name: /requests.*12/ })
    .first()
    .waitFor();
  await page.goBack();

  await page.getByRole('button', { name: 'Go live' }).click();
  const dialog = page.getByRole('dialog');
  await accepted(dialog);
  await dialog.getByText(/^Mode: Shadow → Live/).waitFor();
  await dialog.getByRole('button', { name: 'Update a connected account' }).click();
  await page
    .getByRole('heading', { name: 'In SHADOW: usage is computed but not submitted' })
    .waitFor({ state: 'detached' });
  await moveAhead(page, 'an hour');
  await use('live', 7);
  await moveAhead(page, 'an hour');
  await moveAhead(page, 'an hour');
  await page.goto(at('usage-reports?partner=AZURE'));
  const submitted = page.getByRole('row').filter({ has: page.getByRole('cell', { name: 'Success' }) });
  await submitted.filter({ hasText: /requests\D*7/ }).waitFor();
  // What was computed in SHADOW is never submitted.
  assert.equal(await submitted.count(), 1);
  assert.deepEqual(stage.faults, []);
});
