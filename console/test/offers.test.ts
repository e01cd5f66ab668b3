import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Locator, Page } from 'playwright-core';
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
const choose = async (page: Page, label: string, name: string | RegExp): Promise<void> => {
  await page.getByRole('combobox', { name: label }).click();
  await page.getByRole('option', { name }).first().click();
};
const text = (page: Page, name: string): Locator => page.getByRole('textbox', { name, exact: true });
const accepted = (page: Page): Promise<void> =>
  page.getByRole('status').filter({ hasText: 'The API accepts this' }).waitFor();

/** Opens the form of a marketplace and fills what every offer has. */
const begin = async (page: Page, marketplace: string, name: string, plan: string): Promise<void> => {
  await page.goto(at('offers/new'));
  await page.getByRole('radiogroup', { name: 'Marketplace' }).locator('label').filter({ hasText: marketplace }).click();
  await text(page, 'Name').fill(name);
  await choose(page, 'Product', /Acme Analytics/);
  await choose(page, 'Plan', plan);
  await choose(page, 'Legal terms', /SCMP/);
};

const submit = async (page: Page, name: string): Promise<void> => {
  await page.getByRole('button', { name: 'Submit', exact: true }).click();
  await page.getByRole('heading', { level: 1, name }).waitFor();
  await page.getByText('Pending acceptance', { exact: true }).first().waitFor();
};

/** Acts as the buyer of what is on the page. */
const asBuyer = async (page: Page, act: string): Promise<void> => {
  await page.getByRole('region', { name: 'Sandbox' }).getByRole('button', { name: 'Act as the buyer' }).click();
  await page.getByRole('menuitem', { name: act }).click();
};

const doneAsBuyer = async (page: Page, act: string): Promise<void> => {
  await asBuyer(page, act);
  await page.getByText(`Done in the sandbox: ${act}.`).waitFor();
};

/** The status beside the name of what is on the page. Nobody reloads the page: it follows the events. */
const status = (page: Page, word: string): Promise<void> =>
  page.getByRole('heading', { level: 1 }).locator('..').getByText(word, { exact: true }).waitFor();

/** From the offer to the contract that began with it, which the seller approves. */
const approveContract = async (page: Page, name: string): Promise<void> => {
  await openTab(page, 'Timeline');
  await page.getByRole('main').getByRole('link', { name }).first().click();
  await page.waitForURL('**/contracts/ent_*');
  await status(page, 'Pending start');
  await page.getByRole('button', { name: 'All actions' }).click();
  await page.getByRole('menuitem', { name: 'Approve an entitlement' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('status').filter({ hasText: 'The API accepts this' }).waitFor();
  await dialog.getByRole('button', { name: 'Approve an entitlement' }).click();
  await status(page, 'Active');
};

test('a whole deal at Google Cloud by mouse: an offer with a schedule of payments, accepted in the sandbox, and its contract', {
  skip: skipPages,
  timeout: 300_000,
}, async () => {
  const { page } = await stage.open();
  await enter(page, stage.url, stage.owner);
  await begin(page, 'Google Cloud', 'Tyrell 2028', 'pro, 1 month');
  await page.getByRole('status').filter({ hasText: 'Not yet possible' }).waitFor();
  await page.getByText('must be SCMP').first().waitFor({ state: 'detached' });
  const faulty = page.locator('[aria-invalid="true"]');
  await text(page, 'Company of the customer').and(faulty).waitFor();
  await text(page, 'Name').and(faulty).waitFor({ state: 'detached' });
  // Submitting what is not complete leads to the first field that is missing.
  await page.getByRole('button', { name: 'Submit', exact: true }).click();
  const company = text(page, 'Company of the customer');
  await company.and(page.locator(':focus')).waitFor();
  await company.fill('Tyrell');
  await text(page, 'Billing account of the customer').fill('012345-6789AB-CDEF01');
  await text(page, 'Contact at the customer').fill('Eldon');
  await text(page, 'Email of the contact').fill('eldon@tyrell.example');
  await text(page, 'Number of intervals').fill('12');
  // The price of the chosen plan is where an offer begins, and it is charged in each interval.
  await page.getByRole('button', { name: 'Add a commitment' }).click();
  await page.getByText('Total contract value $1,200.00').waitFor();
  await text(page, 'Price, line 1').fill('240');
  await page.getByRole('button', { name: '2 payments', exact: true }).click();
  await page.getByText('Total contract value $240.00').waitFor();
  assert.equal(await text(page, 'Amount, payment 2').inputValue(), '120');
  // The chart has a bar for each.
  await page.locator('.recharts-bar-rectangle').nth(1).waitFor({ state: 'attached' });
  await accepted(page);
  await submit(page, 'Tyrell 2028');

  await doneAsBuyer(page, 'Accept the offer');
  await status(page, 'Accepted');
  await approveContract(page, 'Tyrell 2028');
  await page.getByRole('row').filter({ hasText: '240' }).first().waitFor();
  await doneAsBuyer(page, 'Change to the plan usage');
  await page.getByRole('cell', { name: 'Gigabyte hours' }).first().waitFor();
  await doneAsBuyer(page, 'Cancel at once');
  await status(page, 'Cancelled');
  assert.deepEqual(stage.faults, []);
});

test('a whole deal at Azure by mouse: an offer with a discount on the plan, accepted and purchased in the sandbox, and its contract', {
  skip: skipPages,
  timeout: 300_000,
}, async () => {
  const { page } = await stage.open();
  await enter(page, stage.url, stage.owner);
  await begin(page, 'Azure', 'Cyberdyne 2028', 'Team');
  await page.getByText('must name the billing account of a buyer').first().waitFor();
  await page.getByRole('button', { name: 'Add to buyers' }).click();
  await text(page, 'ID').fill('ac357579-e860-54a6-80b3-66958aea67fe:7471d04e-f696-4d20-af34-fa78d51e419c_2019-05-31');
  await page.getByLabel('Prices end').fill('2028-12-31');
  await text(page, 'Discount in percent').fill('15');
  await accepted(page);
  await submit(page, 'Cyberdyne 2028');
  await page.getByText('The prices of the product, less 15 percent.').waitFor();

  await doneAsBuyer(page, 'Accept the offer');
  await status(page, 'Accepted');
  await doneAsBuyer(page, 'Purchase what the offer is for');
  await approveContract(page, 'Cyberdyne 2028');
  await asBuyer(page, 'Change the number of seats');
  await page.getByRole('dialog').getByRole('textbox', { name: 'Seats' }).fill('7');
  await page.getByRole('dialog').getByRole('button', { name: 'Do it as the buyer' }).click();
  await page.getByText('Done in the sandbox: Change the number of seats.').waitFor();
  await page
    .getByText(/"quantity": 7\b/)
    .first()
    .waitFor({ state: 'attached' });
  await doneAsBuyer(page, 'Change to the plan usage');
  await page.getByText('"planId": "usage"').first().waitFor({ state: 'attached' });
  await doneAsBuyer(page, 'Cancel the subscription');
  await status(page, 'Cancelled');
  assert.deepEqual(stage.faults, []);
});

test('a new customer subscribes to a public plan: the contract waits for the seller', {
  skip: skipPages,
  timeout: 300_000,
}, async () => {
  const { page } = await stage.open();
  await enter(page, stage.url, stage.owner);
  const products = await stage.call<{ id: string; partner: string }[]>(page, 'GET', '/product');
  for (const [partner, act] of [
    ['AZURE', 'Subscribe to the plan team'],
    ['GCP', 'Order the plan pro'],
  ] as const) {
    await page.goto(at(`products/${products.find((product) => product.partner === partner)?.id}`));
    await doneAsBuyer(page, act);
    await page.goto(at(`contracts?partner=${partner}&status=PENDING_START`));
    await page.getByRole('cell', { name: 'Pending start' }).waitFor();
  }
  assert.deepEqual(stage.faults, []);
});

test('after a refusal the message of the marketplace is shown at the field; two offers are compared by their terms', {
  skip: skipPages,
  timeout: 300_000,
}, async () => {
  const { page } = await stage.open();
  await enter(page, stage.url, stage.owner);
  const [product] = await stage.call<{ id: string }[]>(page, 'GET', '/product?partner=AWS');
  const offerOf = (name: string, rate: number) => ({
    name,
    partner: 'AWS',
    productID: product?.id,
    expireTime: '2028-01-01T00:00:00Z',
    info: {
      buyerAwsAccountIds: [buyerAccount],
      currency: 'USD',
      eulaType: 'SCMP',
      commits: [{ key: 'platform', rate, length: 12, timeUnit: 'MONTH' }],
      dimensions: [
        { key: 'requests', rate: 0.02 },
        { key: 'storage', rate: 0.0005 },
      ],
      paymentInstallments: [{ amount: rate, chargeOn: '2025-03-01T00:00:00.000Z' }],
    },
  });
  const { id: lastYears } = await stage.call<{ id: string }>(page, 'POST', '/draftOffer', offerOf('Hooli 2025', 1200));
  const { paymentInstallments: _old, ...info } = offerOf('', 900).info;
  const refused = { ...offerOf('Hooli fail-release', 900), info };
  const { id } = await stage.call<{ id: string }>(page, 'POST', '/offer', refused);
  await page.goto(at(`offers/${id}`));
  await page.getByRole('alert').filter({ hasText: 'Bought in advance: The terms do not fit' }).waitFor();
  await page.getByRole('link', { name: 'Edit and submit' }).click();
  const fault = page.getByText('Bought in advance: The terms do not fit together', { exact: false });
  // Once in the marketplace's refusal, once at the field, which has the focus.
  await fault.nth(1).waitFor();
  assert.equal(await page.evaluate(() => document.activeElement?.textContent), 'Add a commitment');
  await text(page, 'Price, line 1').fill('950');
  await fault.nth(1).waitFor({ state: 'detached' });
  await text(page, 'Name').fill('Hooli 2026');
  await accepted(page);
  await submit(page, 'Hooli 2026');

  await page.getByRole('link', { name: 'Compare' }).click();
  await choose(page, 'With', /Hooli 2025/);
  const row = page.getByRole('row').filter({ hasText: 'Bought in advance › platform › Rate' });
  await row.waitFor();
  assert.deepEqual(await row.getByRole('cell').allTextContents(), ['950', '1,200']);
  assert.equal(await page.getByRole('row').filter({ hasText: 'Currency' }).count(), 0);

  // A copy of last year's offer has the same days, as many years later as they need.
  await page.goto(at(`offers/new?like=${lastYears}`));
  await page.getByLabel('Day, payment 1').waitFor();
  const day = await page.getByLabel('Day, payment 1').inputValue();
  assert.match(day, /^\d{4}-03-01$/);
  assert.ok(new Date(day) > new Date());
  assert.deepEqual(stage.faults, []);
});

test('an offer is not overwritten from another tab, not made twice after a lost answer, and has only products of its marketplace', {
  skip: skipPages,
  timeout: 300_000,
}, async () => {
  const { page, context } = await stage.open();
  await enter(page, stage.url, stage.owner);
  await page.goto(at('offers/new'));
  await page.getByRole('combobox', { name: 'Product' }).click();
  await page.getByRole('option', { name: /Acme Analytics/ }).waitFor();
  // The products of the next marketplace are slow: meanwhile none is offered.
  let answer = (): void => {};
  const asked = new Promise<void>((done) => {
    answer = done;
  });
  await page.route(/product\/query.*partner=AZURE/, async (route) => {
    await asked;
    await route.continue();
  });
  await page.getByRole('radiogroup', { name: 'Marketplace' }).locator('label').filter({ hasText: 'Azure' }).click();
  await page.getByRole('combobox', { name: 'Product' }).click();
  await page.getByText('Loading …').waitFor();
  assert.equal(await page.getByRole('option').count(), 0);
  answer();
  await page.getByRole('option', { name: /Acme Analytics/ }).waitFor();
  await page.keyboard.press('Escape');

  await text(page, 'Name').fill('Zorg 2028');
  let calls = 0;
  await page.route('**/draftOffer', async (route) => {
    calls += 1;
    if (calls > 1) return route.continue();
    await route.fetch();
    await route.abort('connectionreset');
  });
  await page.getByRole('button', { name: 'Save draft' }).click();
  await page.getByRole('alert').filter({ hasText: 'The service cannot be reached' }).waitFor();
  await page.getByRole('button', { name: 'Save draft' }).click();
  await page.getByRole('heading', { level: 1, name: 'Zorg 2028' }).waitFor();
  const q = encodeURIComponent('(= name "Zorg 2028")');
  const { data } = await stage.call<{ data: { id: string }[] }>(page, 'GET', `/offer/query?q=${q}`);
  assert.equal(data.length, 1);

  const other = await context.newPage();
  for (const tab of [page, other]) {
    await tab.goto(at(`offers/${data[0]?.id}/edit`));
    await text(tab, 'Name').waitFor();
  }
  // What was cleared is cleared.
  await page.getByLabel('Accept until').fill('');
  await page.getByRole('button', { name: 'Save draft' }).click();
  await page.getByRole('heading', { level: 1, name: 'Zorg 2028' }).waitFor();
  const saved = await stage.call<{ expireTime?: string }>(page, 'GET', `/offer/${data[0]?.id}`);
  assert.equal(saved.expireTime, undefined);
  await text(other, 'Name').fill('Zorg of the other tab');
  await other.getByRole('button', { name: 'Save draft' }).click();
  await other.getByRole('alert').filter({ hasText: 'in another tab, so nothing was changed' }).waitFor();
  assert.deepEqual(stage.faults, []);
});
