import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Locator, Page } from 'playwright-core';
import { skipPages } from '../../server/test/browser.ts';
import {
  buyerAccount,
  closePagesAfterEach,
  enter,
  openStage,
  openTab,
  type Stage,
  signIn,
} from './console.test-support.ts';

let stage: Stage;
before(async () => {
  if (skipPages) return;
  stage = await openStage();
  await stage.simulate('/aws/account', { kind: 'buyer', id: buyerAccount, name: 'Initech' });
});
after(() => stage?.close());
closePagesAfterEach(() => stage);

const at = (path: string): string => `${stage.url}/console/${stage.orgId}/${path}`;

const option = (page: Page, name: string | RegExp): Locator => page.getByRole('option', { name }).first();

test('a whole deal by mouse: written while the API checks it, submitted, accepted in the sandbox, with a contract', {
  skip: skipPages,
  timeout: 300_000,
}, async () => {
  const { page } = await stage.open();
  await signIn(page, stage.url, stage.owner);
  await page.getByRole('link', { name: 'Offers', exact: true }).click();
  await page.getByRole('heading', { level: 1, name: 'Offers' }).waitFor();
  await page.getByRole('link', { name: 'New offer' }).first().click();
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Initech 2028');
  // The API says what is missing, and the form shows it where it is.
  await page.getByRole('status').filter({ hasText: 'Not yet possible' }).waitFor();
  await page.getByRole('combobox', { name: 'Product' }).click();
  await option(page, /Acme Analytics/).click();
  await page.getByRole('combobox', { name: 'AWS accounts that may accept' }).fill(buyerAccount);
  await page.keyboard.press('Enter');
  await page.getByRole('combobox', { name: 'Legal terms' }).click();
  await option(page, /SCMP/).click();
  await page.getByRole('button', { name: 'Add a commitment' }).click();
  await page.getByRole('textbox', { name: 'Price, line 1', exact: true }).fill('12000');
  // The product's metered dimensions are there already; each needs a price.
  await page.getByRole('textbox', { name: 'Unit price, line 1' }).fill('0.02');
  await page.getByRole('textbox', { name: 'Unit price, line 2' }).fill('0.0005');
  await page.getByText('Total contract value $12,000.00').waitFor();
  await page.getByRole('status').filter({ hasText: 'The API accepts this' }).waitFor();
  await page.getByRole('button', { name: 'Save draft' }).click();
  await page.getByRole('heading', { level: 1, name: 'Initech 2028' }).waitFor();
  await page.getByText('Draft', { exact: true }).first().waitFor();

  await page.getByRole('link', { name: 'Edit and submit' }).click();
  await page.getByRole('status').filter({ hasText: 'The API accepts this' }).waitFor();
  await page.getByRole('button', { name: 'Submit', exact: true }).click();
  // The page follows the events: nobody reloads it.
  await page.getByRole('heading', { level: 1, name: 'Initech 2028' }).waitFor();
  await page.getByText('Pending acceptance', { exact: true }).first().waitFor({ timeout: 120_000 });

  const sandbox = page.getByRole('region', { name: 'Sandbox' });
  await sandbox.getByRole('button', { name: 'Act as the buyer' }).click();
  await page.getByRole('menuitem', { name: 'Accept the offer' }).click();
  await page.getByText('Done in the sandbox: Accept the offer.').waitFor();
  await page
    .getByText(/^(Accepted|Active)$/)
    .first()
    .waitFor({ timeout: 120_000 });
  await openTab(page, 'Timeline');
  await page
    .getByText(/^The buyer accepted offer/)
    .first()
    .waitFor();
  await page.getByRole('main').getByRole('link', { name: 'Initech 2028' }).first().click();
  await page.getByText('Bought in advance').waitFor();
  assert.match(page.url(), /\/contracts\/ent_/);
  await page.getByText('Active', { exact: true }).first().waitFor();

  // The contract is over once the clock has moved past its end, and what is shown is relative to that time.
  await sandbox.getByRole('button', { name: 'Act as the buyer' }).click();
  await page.getByRole('menuitem', { name: 'Cancel the agreement' }).click();
  await page.getByText('Cancelled', { exact: true }).first().waitFor({ timeout: 120_000 });
  assert.deepEqual(stage.faults, []);
});

test('the sandbox bar moves the clock, and injects faults and removes them', {
  skip: skipPages,
  timeout: 300_000,
}, async () => {
  const { page } = await stage.open();
  await signIn(page, stage.url, stage.owner);
  const sandbox = page.getByRole('region', { name: 'Sandbox' });
  const clock = sandbox.getByRole('button', { name: 'Move the clock' });
  const read = async (): Promise<number> => {
    const answer = await page.request.get(`${stage.url}/console/sandbox/clock`);
    return Date.parse(((await answer.json()) as { now: string }).now);
  };
  const before = await read();
  await clock.click();
  await page.getByRole('menuitem', { name: 'Move ahead by a day' }).click();
  await page.getByText('The clock moved ahead by a day.').waitFor({ timeout: 120_000 });
  assert.ok((await read()) >= before + 86_400_000);

  await sandbox.getByRole('button', { name: 'Faults' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('combobox', { name: 'Fault' }).click();
  await option(page, 'Internal error').click();
  await dialog.getByText('answers 500 as the partner does').waitFor();
  // So many that reads in the background leave some.
  await dialog.getByRole('textbox', { name: 'Calls that fail' }).fill('100');
  await dialog.getByRole('button', { name: 'Inject the fault' }).click();
  await dialog.getByText('1 fault waiting').waitFor();
  await dialog.getByRole('button', { name: 'Remove all' }).click();
  await dialog.getByText('1 fault waiting').waitFor({ state: 'detached' });
  assert.deepEqual(stage.faults, []);
});

test('only pages of this origin and people who lead an organization can use the sandbox, and only its acts', {
  skip: skipPages,
  timeout: 400_000,
}, async () => {
  const { page } = await stage.open();
  const ask = (method: string, path: string, { origin = stage.url, data }: { origin?: string; data?: object } = {}) =>
    page.request.fetch(`${stage.url}/console/sandbox${path}`, {
      method,
      headers: { origin },
      ...(data ? { data } : {}),
    });
  const status = async (...given: Parameters<typeof ask>): Promise<number> => (await ask(...given)).status();
  const hour = { advance: 'PT1H' };
  assert.equal(await status('GET', '/clock'), 401);
  assert.equal(await status('POST', '/clock', { data: hour }), 401);
  await enter(page, stage.url, stage.owner);
  assert.equal(await status('GET', '/clock'), 200);
  assert.equal(await status('POST', '/clock', { data: hour, origin: 'https://evil.example' }), 403);
  assert.equal(await status('POST', '/clock', { data: { advance: 'P100Y' } }), 400);
  assert.equal(await status('POST', '/aws/offer/none/accept', { data: { buyerAccountId: buyerAccount } }), 404);
  // What lists accounts shows their credentials, and no path leads out of what is opened.
  for (const path of ['/aws/account', '/aws/offer', '/aws/offer/%2e%2e/accept', '/aws/offer/..%2f..%2faccount/decline'])
    assert.equal(await status('GET', path), 404, path);
  assert.equal(await status('POST', '/aws/offer/%2e%2e/decline', { data: {} }), 404);
  assert.equal(await status('POST', '/aws/offer/..%2f..%2faccount/decline', { data: {} }), 404);
});

test('what the marketplace refuses is shown in readable words, and several offers can be deleted at once', {
  skip: skipPages,
  timeout: 300_000,
}, async () => {
  const { page } = await stage.open();
  await signIn(page, stage.url, stage.owner);
  const [product] = await stage.call<{ id: string }[]>(page, 'GET', '/product?partner=AWS');
  const info = {
    buyerAwsAccountIds: [buyerAccount],
    currency: 'USD',
    eulaType: 'SCMP',
    commits: [{ key: 'platform', rate: 900, length: 12, timeUnit: 'MONTH' }],
  };
  const offer = { partner: 'AWS', productID: product?.id, expireTime: '2028-01-01T00:00:00Z', info };
  await stage.call(page, 'POST', '/offer', { ...offer, name: 'Hooli fail-release' });
  await stage.call(page, 'POST', '/draftOffer', { name: 'Umbrella draft', partner: 'AWS' });
  // It appears by itself among what needs attention.
  const refused = page.getByRole('region', { name: 'Refused by the marketplace' });
  await refused.getByRole('link', { name: 'Hooli fail-release' }).click({ timeout: 120_000 });
  await page.getByText('The terms do not fit together or do not fit the product.').first().waitFor();

  await page.goto(at('offers?text=Hooli'));
  await page.getByRole('link', { name: 'Hooli fail-release' }).waitFor();
  assert.equal(await page.getByRole('link', { name: 'Umbrella draft' }).count(), 0);
  await page.getByRole('button', { name: 'Clear' }).click();
  await page.getByRole('link', { name: 'Umbrella draft' }).waitFor();
  await page.getByRole('checkbox', { name: 'Select Hooli fail-release' }).check();
  await page.getByRole('checkbox', { name: 'Select Umbrella draft' }).check();
  await page.getByRole('button', { name: /^Delete an offer/ }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: /^Delete an offer/ }).click();
  await dialog.getByRole('listitem').filter({ hasText: 'Hooli fail-release: Done' }).waitFor();
  await dialog.getByRole('listitem').filter({ hasText: 'Umbrella draft: Done' }).waitFor();
  await dialog.getByRole('button', { name: 'Close' }).last().click();
  await page.getByRole('link', { name: 'Umbrella draft' }).waitFor({ state: 'detached' });
  assert.deepEqual(stage.faults, []);
});

test('a viewer joins by invitation and sees why each act is not available', {
  skip: skipPages,
  timeout: 300_000,
}, async () => {
  const owner = await stage.open();
  await enter(owner.page, stage.url, stage.owner);
  await owner.page.goto(at('people'));
  await owner.page
    .getByRole('button', { name: /^Invite/ })
    .first()
    .click();
  const form = owner.page.getByRole('dialog');
  await form.getByRole('textbox', { name: 'Email' }).fill('vera@acme.example');
  await form.getByRole('combobox', { name: 'Role', exact: true }).click();
  await option(owner.page, 'Viewer').click();
  await form.getByRole('button', { name: /^Invite/ }).click();
  await owner.page.getByRole('link', { name: 'vera@acme.example' }).click();
  await owner.page.getByRole('combobox', { name: 'Ask about an action' }).fill('Cancel an offer');
  await option(owner.page, /^Cancel an offer/).click();
  await owner.page.getByRole('status').filter({ hasText: 'which the role Viewer does not have' }).waitFor();
  await stage.call(owner.page, 'POST', '/draftOffer', { name: 'Stark draft', partner: 'AWS' });

  const { page } = await stage.open();
  await page.goto(await stage.mailLink('vera@acme.example'));
  const password = 'nine quiet rivers under stone';
  await page.getByRole('textbox', { name: 'Password' }).fill(password);
  // The token of the mail stays in no history.
  assert.doesNotMatch(page.url(), /token/);
  await page.getByLabel('First name').fill('Vera');
  await page.getByRole('button', { name: 'Accept' }).click();
  await page.getByRole('heading', { level: 1, name: 'Today' }).waitFor();

  await page.goto(at('offers'));
  const reason = 'Your role, Viewer, does not have the permission offer:write.';
  const create = page.getByRole('button', { name: 'New offer' }).first();
  await create.focus();
  await page.getByRole('tooltip').filter({ hasText: reason }).waitFor();
  assert.equal(await create.getAttribute('aria-disabled'), 'true');
  await page.getByRole('link', { name: 'Stark draft' }).click();
  await page.getByRole('button', { name: 'All actions' }).click();
  const items = page.getByRole('menuitem');
  await items.first().waitFor();
  for (const item of await items.all()) {
    assert.equal(await item.getAttribute('aria-disabled'), 'true');
    assert.match((await item.textContent()) ?? '', /does not have the permission|Only an owner or an administrator/);
  }
  await page.goto(at('audit'));
  await page.getByText('does not have the permission access:read').waitFor();
  // She can read what time it is in the sandbox, and why she cannot move it.
  const sandbox = page.getByRole('region', { name: 'Sandbox' });
  const clock = sandbox.getByRole('button', { name: /^Sandbox time: .*\d:\d\d/ });
  await clock.focus();
  await page.getByRole('tooltip').filter({ hasText: 'Only an owner or an administrator' }).waitFor();
  for (const button of await sandbox.getByRole('button').all())
    assert.equal(await button.getAttribute('aria-disabled'), 'true');
  const control = `${stage.url}/console/sandbox`;
  assert.equal((await page.request.get(`${control}/clock`)).status(), 200);
  const moved = await page.request.post(`${control}/clock`, {
    headers: { origin: stage.url },
    data: { advance: 'PT1H' },
  });
  assert.equal(moved.status(), 403);
  assert.equal((await page.request.get(`${control}/aws/fault`)).status(), 403);
  assert.deepEqual(stage.faults, []);
});

/** Presses Tab until something with this name has the focus. */
const tabTo = async (page: Page, target: Locator): Promise<void> => {
  await target.first().waitFor();
  for (let presses = 0; presses < 150; presses += 1) {
    if (await target.first().evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`the keyboard does not reach ${target}`);
};

/** Chooses an option of the list that has the focus, by arrow keys, until the list says that it is chosen. */
const chooseByKeys = async (page: Page, name: RegExp): Promise<void> => {
  const wanted = option(page, name);
  const isChosen = () =>
    page
      .waitForFunction(
        (pattern) => {
          const { activeElement } = document;
          return activeElement instanceof HTMLInputElement && new RegExp(pattern).test(activeElement.value);
        },
        name.source,
        { timeout: 2_000 },
      )
      .then(
        () => true,
        () => false,
      );
  for (let presses = 0; presses < 30; presses += 1) {
    await page.keyboard.press('ArrowDown');
    await wanted.waitFor();
    if ((await wanted.getAttribute('data-combobox-selected')) === null) continue;
    await page.keyboard.press('Enter');
    if (await isChosen()) return;
  }
  throw new Error(`the arrow keys do not reach ${name}`);
};

test('a partner is connected step by step: what to copy there, the fields of its credentials, then it is verified', {
  skip: skipPages,
  timeout: 300_000,
}, async () => {
  const { page } = await stage.open();
  await enter(page, stage.url, stage.owner);
  await page.goto(at('connections/new'));
  await page.getByRole('link', { name: /^AWS/ }).click();
  await page.getByText('"aws-marketplace:StartChangeSet"').waitFor();
  await page.getByRole('button', { name: 'Next: connect' }).click();
  await page.getByRole('textbox', { name: 'Account ID' }).fill('not an account');
  await page.getByRole('textbox', { name: 'Secret access key' }).fill('none');
  // The API says what is wrong while it is typed.
  await page.getByRole('status').filter({ hasText: 'Not yet possible' }).waitFor();

  const { data } = await stage.call<{ data: { id: string; partner: string; service: string }[] }>(
    page,
    'GET',
    '/integration',
  );
  const connection = data.find(({ partner, service }) => partner === 'AWS' && service === 'MARKETPLACE');
  await page.goto(at(`connections/${connection?.id}`));
  await page.getByRole('button', { name: 'Verify now' }).click();
  await page.getByRole('status').filter({ hasText: 'It works' }).waitFor();
  await page.getByRole('button', { name: 'Events' }).click();
  await page.getByText(`${stage.url}/hook/aws/${connection?.id}`, { exact: true }).last().waitFor();
  await page.getByRole('button', { name: 'All actions' }).click();
  await page.getByRole('menuitem', { name: 'Disconnect an account' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Disconnect an account' }).click();
  await dialog.getByRole('alert').filter({ hasText: 'Are you sure?' }).waitFor();
  await dialog.getByRole('button', { name: 'Close' }).last().click();
  await page.getByRole('button', { name: 'Verify now' }).waitFor();
  assert.deepEqual(stage.faults, []);
});

test('the demo link signs its owner in once, and does not appear in the browser history', {
  skip: skipPages,
  timeout: 400_000,
}, async () => {
  const { page } = await stage.open();
  await page.goto(stage.ownerLink());
  await page.getByRole('heading', { level: 1, name: 'Today' }).waitFor();
  await page.goBack().catch(() => null);
  assert.doesNotMatch(page.url(), /link=/);
  const second = await stage.open();
  await second.page.goto(stage.ownerLink());
  await second.page.getByRole('alert').filter({ hasText: 'This link was already used' }).waitFor();
  assert.doesNotMatch(second.page.url(), /link=/);
  const refused = await second.page.request.post(`${stage.url}/people/session/link`, {
    headers: { origin: stage.url },
    data: { token: new URL(stage.ownerLink()).searchParams.get('link'), transport: 'cookie' },
  });
  assert.equal(refused.status(), 401);
  assert.deepEqual(stage.faults, []);
});

test('a link of a mail sets a new password', { skip: skipPages, timeout: 400_000 }, async () => {
  const { page } = await stage.open();
  await page.goto(`${stage.url}/console/password`);
  await page.getByLabel('Email address').fill(stage.owner.email);
  await page.getByRole('button', { name: 'Send the link' }).click();
  await page.getByText('a mail is on its way').waitFor();
  await page.goto(await stage.mailLink(stage.owner.email));
  const password = 'four blue doors over water';
  await page.getByRole('textbox', { name: 'New password' }).fill(password);
  await page.getByRole('button', { name: 'Set the password' }).click();
  await page.getByText('Your password is set.').waitFor();
  stage.owner.password = password;
  await signIn(page, stage.url, stage.owner);
  assert.deepEqual(stage.faults, []);
});

test('an offer with the keyboard alone', { skip: skipPages, timeout: 300_000 }, async () => {
  const { page } = await stage.open();
  await page.goto(`${stage.url}/`);
  await tabTo(page, page.getByLabel('Email address'));
  await page.keyboard.type(stage.owner.email);
  await page.keyboard.press('Tab');
  await page.keyboard.type(stage.owner.password);
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { level: 1, name: 'Today' }).waitFor();
  const palette = page.getByRole('textbox', { name: 'Search or act' });
  await page.getByText('Ctrl K').waitFor();
  await page.keyboard.press('Control+k');
  await palette.waitFor();
  await page.keyboard.type('New offer');
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { level: 1, name: 'New offer' }).waitFor();

  await tabTo(page, page.getByRole('textbox', { name: 'Name', exact: true }));
  await page.keyboard.type('Wayne 2028');
  await tabTo(page, page.getByRole('combobox', { name: 'Product' }));
  await chooseByKeys(page, /Acme Analytics/);
  await tabTo(page, page.getByRole('combobox', { name: 'AWS accounts that may accept' }));
  await page.keyboard.type(buyerAccount);
  await page.keyboard.press('Enter');
  await tabTo(page, page.getByRole('combobox', { name: 'Legal terms' }));
  await chooseByKeys(page, /SCMP/);
  await tabTo(page, page.getByRole('button', { name: 'Add a commitment' }));
  await page.keyboard.press('Enter');
  await page.keyboard.down('Shift');
  await tabTo(page, page.getByRole('textbox', { name: 'Price, line 1', exact: true }));
  await page.keyboard.up('Shift');
  await page.keyboard.type('4800');
  for (const line of [1, 2]) {
    await tabTo(page, page.getByRole('textbox', { name: `Unit price, line ${line}` }));
    await page.keyboard.type('0.01');
  }
  await page.getByRole('status').filter({ hasText: 'The API accepts this' }).waitFor();
  await tabTo(page, page.getByRole('button', { name: 'Submit', exact: true }));
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { level: 1, name: 'Wayne 2028' }).waitFor();
  await page.getByText('Pending acceptance', { exact: true }).first().waitFor({ timeout: 120_000 });
  assert.deepEqual(stage.faults, []);
});
