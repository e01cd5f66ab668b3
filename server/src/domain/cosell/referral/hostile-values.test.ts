import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { after, before, test } from 'node:test';
import { startApp, type TestApp } from '../../../../test/app.ts';
import { coSellExamples } from '../../../../test/examples/cosell.ts';
import { having } from '../../../adapters/cosell/documents.test-support.ts';
import { decodeId } from '../../../kit/ids.ts';

// Values that no partner takes, where they are stored before a partner is asked.

let app: TestApp;
before(async () => {
  app = await startApp({}, { idle: true });
});
after(() => app.close());

const long = (bytes: number): string => randomBytes(bytes).toString('base64');

/** A referral that its partner has refused: its document may be anything until it is submitted again. */
const aRefused = async (): Promise<string> => {
  const made = await coSellExamples.getReferral?.(app, app.acme);
  const id = made?.params?.referralId ?? assert.fail();
  const uuid = decodeId('referral', id) ?? '';
  await app.database.write(app.acme.uuid, (db) =>
    db.updateTable('referral').set({ status: 'CREATE_FAILED', synced: null }).where('referral.id', '=', uuid).execute(),
  );
  return id;
};

type Shown = {
  name: string;
  buyerCompany: { name: string };
  info: { aceOpportunityV2: { Project: { Title: string } } };
};

test('a name that is too long for any partner is kept in the document', async () => {
  const id = await aRefused();
  const [title, company] = [long(9000), long(9000)];
  const document = having('AWS', { 'Project.Title': title, 'Customer.Account.CompanyName': company });
  const reply = await app.acme.owner.call('PATCH', `/cosell/referral/${id}`, {
    body: { info: { aceOpportunityV2: document } },
  });
  assert.equal(reply.status, 200, reply.text.slice(0, 500));
  const shown = reply.body as Shown;
  assert.equal(shown.info.aceOpportunityV2.Project.Title, title);
  assert.ok(title.startsWith(shown.name) && company.startsWith(shown.buyerCompany.name));
});

for (const [path, values] of Object.entries({
  'Project.ExpectedCustomerSpend.0.CurrencyCode': [long(3000), 'usd', '', 7],
  'Project.ExpectedCustomerSpend.0.Amount': ['NaN', '1e9999', '9'.repeat(2000), '-1', {}],
  'SoftwareRevenue.Value': [
    { Amount: '1e400', CurrencyCode: long(3000) },
    { Amount: '9'.repeat(200_0), CurrencyCode: 'USD' },
  ],
  'LifeCycle.TargetCloseDate': ['2026-13-45', 'soon', long(3000), 5],
  'LifeCycle.Stage': [long(3000), 5, {}],
  'Customer.Account.Address.CountryCode': [long(3000), {}],
  'Customer.Account.CompanyName': [{}, 5, []],
})) {
  test(`${path}: no value is an error of the service`, async () => {
    const id = await aRefused();
    for (const value of values) {
      const reply = await app.acme.owner.call('PATCH', `/cosell/referral/${id}`, {
        body: { info: { aceOpportunityV2: having('AWS', { [path]: value }) } },
      });
      assert.ok(
        [200, 400].includes(reply.status),
        `${JSON.stringify(value).slice(0, 60)}: ${reply.text.slice(0, 300)}`,
      );
      const read = await app.acme.owner.call('GET', '/cosell/metric');
      assert.equal(read.status, 200, read.text.slice(0, 300));
    }
  });
}

test("an imported file with a long id of Google's names it as a fault", async () => {
  const made = await coSellExamples.getReferralHandOff?.(app, app.acme);
  const id = made?.params?.referralId ?? assert.fail();
  const reply = await app.acme.owner.call('POST', '/cosell/partner/GCP/import', {
    rawBody: `referral_id,google_id,reason\n${id},${long(1400)},\n${id},,${long(1400)}\n`,
    contentType: 'text/csv',
  });
  assert.equal(reply.status, 200, reply.text.slice(0, 300));
  const { results } = reply.body as { results: { error?: { code: string } }[] };
  assert.deepEqual(
    results.map(({ error }) => error?.code),
    ['google_id', 'reason'],
  );
});

test('the address of a record in the CRM is one of a web page', async () => {
  const made = await coSellExamples.getReferral?.(app, app.acme);
  const path = `/cosell/referral/${made?.params?.referralId}`;
  const crm = { system: 'HUBSPOT', recordId: '1' };
  const patch = (url: string) => app.acme.owner.call('PATCH', path, { body: { crm: { ...crm, url } } });
  for (const url of ['javascript:alert(1)', 'data:text/html,x', 'x']) assert.equal((await patch(url)).status, 400, url);
  assert.equal((await patch('https://app.hubspot.com/contacts/1/record/0-3/1')).status, 200);
});
