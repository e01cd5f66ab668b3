import assert from 'node:assert/strict';
import { test } from 'node:test';
import { coSellPartners } from '../../../adapters/cosell/port.ts';
import { coSellRules } from '../../../adapters/cosell/rules.ts';
import { type CrmRecord, type CrmSystem, crmSystems } from '../../../adapters/crm/port.ts';
import { mapToPartner, readingOf, selectionOf, wordFor, writableField } from './apply-mapping.ts';
import { defaultMapping } from './default-mappings.ts';
import type { FieldMapping } from './mapping.ts';

const record: CrmRecord = {
  id: '006000000000001AAA',
  url: 'https://crm.test/006000000000001AAA',
  updatedTime: new Date('2026-11-01T00:00:00Z'),
  deal: {
    Name: 'Acme renewal',
    Amount: 1234.565,
    CloseDate: '2027-01-31',
    StageName: 'Qualification',
    Needs__c: 'Deal; Price',
  },
  company: { Name: 'Acme Inc', Website: 'https://acme.test', BillingCountry: 'Germany', Industry: 'Technology' },
  contacts: [{ FirstName: 'Ada', LastName: 'Byron', Email: 'ada@acme.test' }],
};

test('the default mapping makes a document of a plain Salesforce opportunity', async () => {
  const mapping = defaultMapping('SALESFORCE', 'AWS');
  const { document, errors } = await mapToPartner(mapping, record);
  assert.deepEqual(errors, []);
  assert.deepEqual((document.Customer as Record<string, unknown>).Account, {
    CompanyName: 'Acme Inc',
    Industry: 'Software and Internet',
    WebsiteUrl: 'https://acme.test',
    Address: { CountryCode: 'DE' },
  });
  assert.deepEqual((document.Project as Record<string, unknown>).ExpectedCustomerSpend, [
    { Amount: '1234.56', CurrencyCode: 'USD', Frequency: 'Monthly', TargetCompany: 'AWS' },
  ]);
  assert.deepEqual(document.LifeCycle, { Stage: 'Qualified', TargetCloseDate: '2027-01-31' });
});

const plain: Readonly<Record<CrmSystem, CrmRecord>> = {
  SALESFORCE: {
    ...record,
    deal: {
      Name: 'Acme',
      Amount: 24000,
      CloseDate: '2027-01-31',
      StageName: 'Prospecting',
      Description: 'They lose a day each month.',
    },
    company: {
      Name: 'Acme Inc',
      Website: 'https://acme.example.com',
      BillingCountry: 'Germany',
      BillingPostalCode: '10115',
      Industry: 'Retail',
    },
    contacts: [{ FirstName: 'Ada', LastName: 'Byron', Email: 'ada@acme.example.com' }],
  },
  HUBSPOT: {
    ...record,
    deal: {
      dealname: 'Acme',
      amount: '24000',
      closedate: '2027-01-31T00:00:00Z',
      dealstage: 'qualifiedtobuy',
      description: 'They lose a day each month.',
    },
    company: {
      name: 'Acme Inc',
      website: 'https://acme.example.com',
      country: 'Germany',
      zip: '10115',
      industry: 'RETAIL',
    },
    contacts: [{ firstname: 'Ada', lastname: 'Byron', email: 'ada@acme.example.com' }],
  },
};

/** What no CRM knows: who of the seller submits it, and which of its solutions is sold. */
const ours: Readonly<Record<string, readonly string[]>> = { GCP: ['lead.submitterEmail'], AZURE: [], AWS: [] };

for (const crm of crmSystems) {
  for (const partner of coSellPartners) {
    test(`the default mapping of a plain ${crm} record satisfies ${partner}, but for what only the seller knows`, async () => {
      const { document, errors } = await mapToPartner(defaultMapping(crm, partner), plain[crm]);
      assert.deepEqual(errors, []);
      const faults = coSellRules[partner].check(document, { act: 'SUBMIT', today: '2026-11-24' });
      assert.deepEqual(
        faults.map(({ path }) => path),
        ours[partner],
      );
    });
  }
}

test('what may be written back is written in the words of the CRM', async () => {
  const mapping = defaultMapping('SALESFORCE', 'AWS');
  const words = mapping.fields.flatMap((field) => {
    const name = writableField(field);
    const value = { 'LifeCycle.Stage': 'Qualified', 'LifeCycle.TargetCloseDate': '2027-02-28' }[field.target];
    return name === undefined ? [] : [[name, wordFor(field, value)]];
  });
  assert.deepEqual(words, [
    ['StageName', 'Qualification'],
    ['CloseDate', '2027-02-28'],
    ['NextStep', null],
  ]);
});

const map = (field: FieldMapping, onto = {}) => mapToPartner({ fields: [field] }, record, onto);

test('a value that cannot be made into its form is an error with its path, and is left out', async () => {
  const { document, errors } = await map({ target: 'A.B', source: 'deal.Name', form: 'MONEY', direction: 'BOTH' });
  assert.deepEqual(document, {});
  assert.deepEqual(errors, [
    { path: 'A.B', code: 'mapping', message: 'deal.Name cannot be used: "Acme renewal" is not a number' },
  ]);
});

test('a time that says how far it is ahead of UTC is of the day that it names', async () => {
  const day: FieldMapping = { target: 'day', source: 'deal.CloseDate', form: 'DAY', direction: 'TO_PARTNER' };
  for (const [CloseDate, expected] of [
    ['2026-12-31T00:00:00.000+01:00', '2026-12-31'],
    ['2026-12-31T00:00:00.000-08:00', '2026-12-31'],
    ['2026-12-30T23:00:00Z', '2026-12-30'],
    ['2026-12-30T23:00:00.000+0000', '2026-12-30'],
    ['1798671600000', '2026-12-30'],
  ]) {
    const { document } = await mapToPartner({ fields: [day] }, { ...record, deal: { CloseDate } });
    assert.deepEqual(document, { day: expected }, CloseDate);
  }
});

test('a list of choices is mapped word by word', async () => {
  const values = { Deal: 'Co-Sell - Deal Support', Price: 'Co-Sell - Pricing Assistance' };
  const { document } = await map({ target: 'Needs', source: 'deal.Needs__c', form: 'LIST', values, direction: 'BOTH' });
  assert.deepEqual(document, { Needs: ['Co-Sell - Deal Support', 'Co-Sell - Pricing Assistance'] });
  const fields: FieldMapping[] = [
    { target: 'Needs', source: 'deal.Needs__c', form: 'LIST', values, direction: 'BOTH' },
  ];
  assert.equal(wordFor(fields[0] as FieldMapping, document.Needs), 'Deal;Price');
});

test('a paused row changes nothing, in either direction', async () => {
  const field: FieldMapping = { target: 'Name', source: 'deal.Name', direction: 'BOTH', isPaused: true };
  assert.deepEqual((await map(field, { Name: 'kept' })).document, { Name: 'kept' });
  assert.equal(writableField(field), undefined);
  assert.deepEqual(await readingOf({ fields: [field] }, record), { members: {}, errors: [] });
});

test('names of members of every object are data', async () => {
  const { document } = await map({ target: '__proto__.polluted', source: 'deal.Name', direction: 'TO_PARTNER' });
  assert.equal(({} as Record<string, unknown>).polluted, undefined);
  assert.equal(JSON.stringify(document), '{"__proto__":{"polluted":"Acme renewal"}}');
});

test('a mapping knows the fields that it reads', () => {
  const fields: FieldMapping[] = [
    { target: 'A', source: 'deal.Name', direction: 'BOTH' },
    { target: 'B', expression: '$trim(company.Name) & contacts[0].Email', direction: 'TO_PARTNER' },
    { target: 'C', source: 'contacts[1].Phone', direction: 'TO_PARTNER' },
  ];
  assert.deepEqual(selectionOf({ fields }), {
    deal: ['Name'],
    company: ['Name'],
    contact: ['Email', 'Phone'],
    contactsMax: 10,
  });
});
