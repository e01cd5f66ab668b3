import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { skipPages } from '../../server/test/browser.ts';
import { closePagesAfterEach, enter, openStage, openTab, type Stage } from './console.test-support.ts';

let stage: Stage;
before(async () => {
  if (!skipPages) stage = await openStage();
});
after(() => stage?.close());
closePagesAfterEach(() => stage);

test('customers of several channels are one company: suggested by name and domain, merged, split and found', {
  skip: skipPages,
  timeout: 400_000,
}, async () => {
  const { page } = await stage.open();
  await enter(page, stage.url, stage.owner);
  const customer = (name: string, more: object = {}) =>
    stage.call<{ id: string }>(page, 'POST', '/buyer', { partner: 'STRIPE', name, ...more });
  const { id } = await customer('Globex, Inc.', { emailAddress: 'pay@globex.example' });
  const other = await customer('Globex GmbH');
  await customer('Elsewhere', { companyInfo: { emailDomain: 'Globex.example' } });
  await customer('Globexia');
  await customer('Hooli');
  await page.goto(`${stage.url}/console/${stage.orgId}/customers/${id}`);
  const company = page.getByRole('region', { name: 'Company' });
  const suggested = (name: string) => company.getByRole('row', { name: `Suggested: ${name}` });
  await suggested('Globex GmbH').waitFor();
  await suggested('Elsewhere').waitFor();
  // A name with only the same beginning is another company.
  assert.equal(await suggested('Globexia').count(), 0);

  await suggested('Globex GmbH').getByRole('button').click();
  await company.getByRole('heading', { name: 'Company globex.example' }).waitFor();
  await company.getByText('2 accounts').waitFor();
  await company.getByRole('combobox', { name: 'Another customer of this company' }).fill('Hooli');
  await page.getByRole('option', { name: /Hooli/ }).click();
  await company.getByRole('button', { name: 'Merge', exact: true }).click();
  await company.getByText('3 accounts').waitFor();

  // Tickets are those of every account, though the API lists those of one thing at a time.
  const ticket = (name: string, entityId: string) =>
    stage.call(page, 'POST', '/support/ticket', { name, entityType: 'BUYER', entityId });
  await ticket('Invoice of Globex Inc', id);
  await ticket('Seats of Globex GmbH', other.id);
  await openTab(page.getByRole('main'), 'Tickets');
  await page.getByRole('status').filter({ hasText: '2 tickets' }).waitFor();
  const titles = page.getByRole('link', { name: /of Globex (Inc|GmbH)$/ });
  assert.deepEqual(await titles.allTextContents(), ['Seats of Globex GmbH', 'Invoice of Globex Inc']);

  // Two are found by the company, one by its own domain.
  await page.goto(`${stage.url}/console/${stage.orgId}/customers?text=globex.example`);
  await page.getByRole('status').filter({ hasText: '4 customers' }).waitFor();

  await page.goto(`${stage.url}/console/${stage.orgId}/customers/${id}`);
  const row = company.getByRole('row').filter({ hasText: 'Globex GmbH' });
  await row.getByRole('button', { name: 'Split off' }).click();
  await suggested('Globex GmbH').waitFor();
  await company.getByText('2 accounts').waitFor();
  await openTab(page.getByRole('main'), 'Tickets');
  await page.getByRole('status').filter({ hasText: '1 ticket' }).waitFor();
  for (const [name, things] of [
    ['Offers', 'offers'],
    ['Revenue records', 'revenue records'],
    ['Co-sell', 'referrals'],
    ['Usage records', 'usage records'],
  ] as const) {
    await openTab(page.getByRole('main'), name);
    await page.getByText(`No ${things} yet`).waitFor();
  }
  assert.deepEqual(stage.faults, []);
});
