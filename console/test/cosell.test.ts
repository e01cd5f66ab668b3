import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Page } from 'playwright-core';
import { skipPages } from '../../server/test/browser.ts';
import { closePagesAfterEach, enter, openStage, type Stage } from './console.test-support.ts';

let stage: Stage;
before(async () => {
  if (skipPages) return;
  stage = await openStage();
});
after(() => stage?.close());
closePagesAfterEach(() => stage);

const at = (path: string): string => `${stage.url}/console/${stage.orgId}/${path}`;

/** Calls the API with the session of a page, also in another organization. */
const ask = async <T>(page: Page, path: string, data?: object): Promise<T> => {
  const response = await page.request.fetch(`${stage.url}${path}`, {
    method: data === undefined ? 'GET' : 'POST',
    headers: { origin: stage.url },
    ...(data === undefined ? {} : { data }),
  });
  if (!response.ok()) throw new Error(`${path}: ${await response.text()}`);
  return (await response.json()) as T;
};

/** Makes the other organization of the demo a partner. Returns the id of the relation. */
const befriend = async (page: Page): Promise<string> => {
  const { page: theirs, context } = await stage.open();
  await ask(theirs, '/people/session', { ...stage.other.owner, transport: 'cookie' });
  const { acceptUrl } = await ask<{ acceptUrl: string }>(theirs, `/org/${stage.other.orgId}/prm/invitation`, {
    recipient: { companyName: 'Acme', name: 'Olivia', email: 'sales@acme.example' },
  });
  await context.close();
  const token = new URL(acceptUrl).searchParams.get('token');
  const received = { token, organizationID: stage.orgId };
  const { invitationID } = await ask<{ invitationID: string }>(page, '/people/partner-invitation/receive', received);
  const { partnerId } = await stage.call<{ partnerId: string }>(page, 'POST', `/prm/invitation/${invitationID}/accept`);
  return partnerId;
};

const register = async (page: Page, partnerId: string, name: string, dealValue: number, currency: string) =>
  stage.call<{ id: string }>(page, 'POST', '/cosell/referral/onBehalf', {
    partnerId,
    buyerCompany: { name: 'Initech', country: 'US' },
    name,
    dealValue,
    currency,
    revenueShare: { type: 'REFERRAL_FEE', ratePercent: 10, clawbackDays: 90 },
    targetCloseDate: '2037-03-31',
  });

test('deals move on a board by stage, by keyboard and by mouse; the commissions of a partner are a ledger', {
  skip: skipPages,
  timeout: 300_000,
}, async () => {
  const { page } = await stage.open();
  await enter(page, stage.url, stage.owner);
  const partnerId = await befriend(page);
  await register(page, partnerId, 'Initech rollout', 120_000.5, 'USD');
  const { id: won } = await register(page, partnerId, 'Vandelay export', 8000, 'EUR');
  await stage.call(page, 'PATCH', `/cosell/referral/${won}`, { status: 'WON' });

  await page.goto(at('referrals'));
  await page.getByRole('radiogroup', { name: 'View' }).locator('label').filter({ hasText: 'Board' }).click();
  const column = (name: string) => page.getByRole('region', { name, exact: true });
  await column('Prospect').getByText('€8,000.00 · $120,000.50').waitFor();
  await column('Prospect').getByRole('link', { name: 'Initech rollout' }).waitFor();
  // By keyboard …
  await page.getByRole('button', { name: 'Move Initech rollout' }).focus();
  await page.keyboard.press('Enter');
  await page
    .locator(':focus')
    .and(page.getByRole('menuitem', { name: 'Qualified' }))
    .waitFor();
  await page.keyboard.press('Enter');
  await column('Qualified').getByRole('link', { name: 'Initech rollout' }).waitFor();
  // … and by mouse.
  await column('Qualified')
    .locator('[draggable=true]')
    .filter({ hasText: 'Initech rollout' })
    .dragTo(column('Technical validation'));
  await column('Technical validation').getByRole('link', { name: 'Initech rollout' }).waitFor();

  await page.goto(at(`partners/${partnerId}`));
  const ledger = page.getByRole('region', { name: 'Commissions' });
  await ledger.getByText('You owe, pending confirmation').waitFor();
  await ledger.getByText('€800.00').first().waitFor();
  await ledger.getByRole('button', { name: 'Move on' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: /^Move the commission/ }).click();
  await ledger.getByText('You owe, confirmed').waitFor();
  assert.deepEqual(stage.faults, []);
});

test('what a partner refused is at the member of the deal that it means, and a forbidden move has its reason', {
  skip: skipPages,
  timeout: 300_000,
}, async () => {
  const { page } = await stage.open();
  await enter(page, stage.url, stage.owner);
  const { entityId } = await stage.call<{ entityId: string }>(page, 'POST', '/cosell/referral', {
    partner: 'AWS',
    info: {
      aceOpportunityV2: {
        PrimaryNeedsFromAws: ['Co-Sell - Deal Support'],
        OpportunityType: 'Net New Business',
        Origin: 'Partner Referral',
        NationalSecurity: 'No',
        Customer: {
          Account: {
            CompanyName: 'Example Mills',
            Industry: 'Manufacturing',
            WebsiteUrl: 'https://mills.example.com',
            Address: { City: 'Seattle', PostalCode: '98101', StateOrRegion: 'Washington', CountryCode: 'US' },
          },
        },
        Project: {
          Title: 'Planning for mills',
          CustomerBusinessProblem: 'The mills plan their shifts on paper and lose a day each month.',
          CustomerUseCase: 'Manufacturing, Supply Chain and Operations',
          DeliveryModels: ['SaaS or PaaS'],
          SalesActivities: ['Conducted POC / Demo'],
          ExpectedCustomerSpend: [
            { Amount: '2500.00', CurrencyCode: 'USD', Frequency: 'Monthly', TargetCompany: 'AWS' },
          ],
        },
        Marketing: { Source: 'None' },
        LifeCycle: { Stage: 'Qualified', TargetCloseDate: '2037-03-31', NextSteps: 'Show it to the board' },
        RelatedEntityIdentifiers: { Solutions: ['S-0000001'] },
      },
    },
  });
  await page.goto(at(`referrals/${entityId}`));
  await page.getByRole('alert').filter({ hasText: 'The last change was refused' }).waitFor();
  const member = page.getByRole('row').filter({ hasText: 'RelatedEntityIdentifiers.Solutions' });
  await member.getByText('does not exist in this account').waitFor();
  await page.getByRole('region', { name: 'At AWS' }).getByText('Pending Submission').waitFor();

  await page.goto(at('referrals?view=board'));
  await page.getByRole('button', { name: 'Move Planning for mills' }).click();
  await page.getByRole('menuitem', { name: 'Committed' }).click();
  await page.getByRole('alert').filter({ hasText: 'stays in Qualified: AWS does not allow' }).waitFor();
  assert.deepEqual(stage.faults, []);
});

test('a mapping shows what a record of the CRM would be while its rows are written', {
  skip: skipPages,
  timeout: 300_000,
}, async () => {
  const { page } = await stage.open();
  await enter(page, stage.url, stage.owner);
  const org = await stage.simulate<{ id: string }>('/salesforce/account', { domain: 'acme', name: 'Acme' });
  const { fields } = await stage.simulate<{ fields: { Id: string } }>(`/salesforce/account/${org.id}/record`, {
    type: 'Opportunity',
    fields: { Name: 'Globex platform', StageName: 'Qualification', CloseDate: '2036-12-31', Amount: 125000.5 },
  });
  await page.goto(at('mappings'));
  await page.getByRole('combobox', { name: 'ID of a record in Salesforce' }).fill(fields.Id);
  const preview = page.getByRole('region', { name: 'Preview' });
  const title = preview.getByRole('row').filter({ hasText: 'Project.Title' });
  await title.getByText('Globex platform').waitFor();
  // The row of the title is edited, and not saved yet.
  const targets = page.getByRole('textbox', { name: /^Member at the partner, row/ });
  const rows = await targets.evaluateAll((inputs) => inputs.map((input) => (input as HTMLInputElement).value));
  const row = rows.indexOf('Project.Title') + 1;
  await page.getByRole('textbox', { name: `Field of the CRM, row ${row}`, exact: true }).fill('deal.StageName');
  await title.getByText('Qualification').waitFor();
  await page.getByRole('button', { name: 'Save the mapping' }).click();
  await page.getByText('The mapping is saved').waitFor();
  const saved = await stage.call<{ fields: { target: string; source?: string }[] }>(
    page,
    'GET',
    '/cosell/mapping/SALESFORCE/AWS',
  );
  assert.equal(saved.fields.find(({ target }) => target === 'Project.Title')?.source, 'deal.StageName');
  assert.deepEqual(stage.faults, []);
});
