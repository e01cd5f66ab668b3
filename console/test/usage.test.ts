import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { skipPages } from '../../server/test/browser.ts';
import { closePagesAfterEach, enter, openStage, openTab, type Stage } from './console.test-support.ts';
import { seedScreens } from './screens.ts';

let stage: Stage;
before(async () => {
  if (skipPages) return;
  stage = await openStage();
});
after(() => stage?.close());
closePagesAfterEach(() => stage);

test('a cell of the map of usage opens to its hours and to what the marketplace answered', {
  skip: skipPages,
  timeout: 300_000,
}, async () => {
  const { page } = await stage.open();
  await enter(page, stage.url, stage.owner);
  await seedScreens(stage, page);
  // On another day, mostly. The page knows which one without the bar that shows it.
  await stage.simulate('/clock', { advance: 'PT22H' });
  await page.route(/\/sandbox-bar-[^/]*\.js$/, () => {});
  // 85.75 requests are 85 whole ones, which are submitted, and a fraction that is carried on.
  await page.goto(`${stage.url}/console/${stage.orgId}/usage?measure=carried`);
  const cell = page.getByRole('button', { name: /^requests, .* 0\.75 carried to the next day$/ });
  await cell.click();
  const day = page.getByRole('region', { name: /^requests on/ });
  await day.getByRole('cell', { name: '85.75' }).waitFor();
  await day.getByText('Success', { exact: true }).waitFor();
  await day.getByText('Response of AWS').click();
  await day.getByText('"status": "Success"').first().waitFor();
  await page.getByRole('combobox', { name: 'Measure' }).click();
  await page.getByRole('option', { name: 'Money' }).click();
  await page.getByRole('button', { name: /^requests, .*\$1\.70 at the unit price$/ }).waitFor();

  // The filter is that of the address. With a word that the API does not know, it says so.
  const problems = `${stage.url}/console/${stage.orgId}/usage-problems`;
  await page.goto(`${problems}?cause=SILENCE`);
  await page.getByRole('alert').filter({ hasText: 'SHADOW_DIFFERS' }).waitFor();
  await page.goto(`${problems}?cause=LATE`);
  await page.getByText('Nothing matches these filters').waitFor();
  const filters = page.getByRole('search', { name: 'Filter usage problems' });
  assert.equal(await filters.getByRole('combobox', { name: 'Cause' }).inputValue(), 'Late');
  await filters.getByRole('button', { name: 'Clear' }).click();
  await page.getByText('No usage problems').waitFor();
  assert.equal(page.url(), problems);

  // The usage of a company is that of all its accounts: this one has reported none itself.
  const [contract] = await stage.call<{ buyerID: string }[]>(page, 'GET', '/entitlement');
  const companyID = 'initech.example';
  await stage.call(page, 'PATCH', `/buyer/${contract?.buyerID}`, { companyID });
  const billed = await stage.call<{ id: string }>(page, 'POST', '/buyer', {
    partner: 'STRIPE',
    name: 'Initech by card',
    companyID,
  });
  await page.goto(`${stage.url}/console/${stage.orgId}/customers/${billed.id}`);
  await openTab(page.getByRole('main'), 'Usage records');
  await page.getByRole('cell', { name: 'usage-0' }).waitFor();
  await page.getByRole('status').filter({ hasText: '4 usage records' }).waitFor();
  assert.deepEqual(stage.faults, []);
});

test('a figure of recurring revenue opens to the contract that it comes from, and a month to its differences', {
  skip: skipPages,
  timeout: 300_000,
}, async () => {
  const { page } = await stage.open();
  await enter(page, stage.url, stage.owner);
  await page.goto(`${stage.url}/console/${stage.orgId}/revenue`);
  await page.getByRole('button', { name: 'MRR, $1,000.00: what it is made of', exact: true }).click();
  const parts = page.getByRole('table', { name: 'Parts' });
  await parts.getByRole('link', { name: 'Initech platform' }).waitFor();
  assert.match(page.url(), /cell=mrr/);
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('dialog').getByRole('button', { name: 'Download as CSV' }).click(),
  ]);
  assert.equal(file.suggestedFilename(), 'revenue-mrr-USD.csv');
  await page.keyboard.press('Escape');
  const months = page.getByRole('table', { name: 'Month by month' });
  await months
    .getByRole('button', { name: /^New of/ })
    .last()
    .click();
  await parts.getByRole('cell', { name: '$1,000.00' }).waitFor();
  await page.keyboard.press('Escape');
  await months.getByRole('link', { name: 'Differences' }).last().click();
  await page.getByRole('heading', { level: 1, name: 'Differences' }).waitFor();
  assert.match(page.url(), /period=.*\d{4}-\d\d/);

  // The marketplace bills at the end of a month.
  await stage.simulate('/clock', { advance: 'P40D' });
  const [contract] = await stage.call<{ id: string; buyerID: string }[]>(page, 'GET', '/entitlement');
  for (const path of [`contracts/${contract?.id}`, `customers/${contract?.buyerID}`]) {
    const money = page.getByRole('region', { name: 'Money so far' });
    // The contract, and its usage of $2.02 once that is invoiced, less 3 %. What is paid out by then depends on the day.
    await page.goto(`${stage.url}/console/${stage.orgId}/${path}`);
    await money.getByRole('row', { name: /^USD \$12,002\.02 \$12,002\.02 \$11,641\.96 \$/ }).waitFor();
  }
  assert.deepEqual(stage.faults, []);
});
