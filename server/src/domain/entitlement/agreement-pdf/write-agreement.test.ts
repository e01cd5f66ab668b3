import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Entitlement } from '../entitlement.ts';
import type { Parties, ShownTerm } from './store.ts';
import { writeAgreement } from './write-agreement.ts';

const id = '01930000-0000-7000-8000-000000000001';
const entitlement = (info: object): Entitlement =>
  ({
    id,
    name: 'Globex 2027',
    partner: 'AWS',
    status: 'ACTIVE',
    partner_id: '111122223333',
    external_id: 'agmt-1',
    start_time: new Date('2027-01-01T00:00:00Z'),
    end_time: null,
    last_update_time: new Date('2027-01-02T00:00:00Z'),
    info,
  }) as unknown as Entitlement;
const parties: Parties = {
  seller: 'Acme',
  buyer: 'Globex',
  buyerAccount: '444455556666',
  buyerInfo: { companyInfo: { name: 'Globex Corporation', city: 'Cypress Creek', country: 'US' } },
  product: 'Analytics',
  offer: null,
};
const term = (fields: object): ShownTerm =>
  ({
    id,
    type: 'Signup',
    start_time: new Date('2027-01-01T00:00:00Z'),
    end_time: null,
    commit_amount: '100000',
    credit_amount: '0',
    parent_term_id: null,
    ...fields,
  }) as ShownTerm;

/** Every text of the document, by heading. */
const read = (info: object, terms: readonly ShownTerm[] = []): Map<string, string[]> => {
  const texts = new Map<string, string[]>();
  let heading = '';
  for (const block of writeAgreement({ orgId: id, entitlement: entitlement(info), parties, terms }).blocks) {
    if (block.is === 'heading') heading = block.text;
    const lines =
      block.is === 'table'
        ? block.rows.map((row) => row.join(' | ').replaceAll('\u00a0', ' '))
        : block.is === 'facts'
          ? block.facts.map(([name, value]) => `${name}: ${value.replaceAll('\u00a0', ' ')}`)
          : block.is === 'text'
            ? [block.text]
            : [];
    texts.set(heading, [...(texts.get(heading) ?? []), ...lines]);
  }
  return texts;
};

test('the parties, the subject and the terms are named; what is unknown is left out', () => {
  const found = read({ currency: 'USD', commitAmount: 100000 }, [
    term({}),
    term({ type: 'DivideCommit', parent_term_id: id, commit_amount: '0', credit_amount: '33333.34' }),
  ]);
  assert.deepEqual(found.get('Parties'), [
    'Seller: Acme',
    'Seller account: 111122223333',
    'Buyer: Globex',
    'Company: Globex Corporation',
    'Address: Cypress Creek, US',
    'Buyer account: 444455556666',
  ]);
  assert.deepEqual(found.get('Subject'), ['Product: Analytics', 'Currency: USD', 'Total commit: 100 000.00 USD']);
  assert.deepEqual(found.get('Terms'), [
    'First term | 2027-01-01 00:00 UTC | open-ended | 100 000.00 | ',
    'Part of the commit | 2027-01-01 00:00 UTC | open-ended |  | 33 333.34',
  ]);
  assert.deepEqual(
    [found.has('Commits'), found.has('Usage'), found.has('Schedule of payments')],
    [false, false, false],
  );
});

test('every instalment is listed in order, with the exact total', () => {
  const paymentInstallments = Array.from({ length: 500 }, (_, index) => ({
    amount: 0.1,
    chargeOn: new Date(Date.UTC(2030, 0, 500 - index)).toISOString(),
  }));
  const rows = read({ currency: 'USD', paymentInstallments }).get('Schedule of payments') ?? [];
  assert.equal(rows.length, 501);
  assert.deepEqual([rows[0], rows[500]], ['1 | 2030-01-01 | 0.10', ' | Total | 50.00']);
  const yen = read({ currency: 'JPY', paymentInstallments: [{ amount: 33334, chargeOnStr: '2027-01-01' }] });
  assert.equal(yen.get('Schedule of payments')?.[0], '1 | 2027-01-01 | 33 334');
  const indian = read({ currency: 'USD', paymentInstallments: [{ amount: 1, chargeOn: '2027-03-01T00:00:00+05:30' }] });
  assert.equal(
    indian.get('Schedule of payments')?.[0],
    '1 | 2027-02-28 | 1.00',
    'the day that the marketplace is told',
  );
});

test('every price model is said in words', () => {
  const tiers = [
    { firstUnit: 0, lastUnit: 1000, unitAmount: 0.02, flatFee: 5 },
    { firstUnit: 1000, unitAmount: 0.01 },
  ];
  const billableDimensions = [
    { name: 'Basic', category: 'basic', priceModelBasic: { unitAmount: 0.000001 }, minimumCommit: 10 },
    { name: 'Bulk', category: 'bulk', priceModelBulk: { bulkAmount: 5, bulkSize: 100 }, length: 3, timeUnit: 'MONTH' },
    { name: 'Share', category: 'percentage', priceModelPercentage: { percentageRate: 0.025, flatFee: 1 } },
    { name: 'Tiers', category: 'tiered', priceModelTiered: { tiers } },
    {
      name: 'Shares',
      category: 'tiered-percentage',
      priceModelTieredPercentage: { tiers: [{ firstUnit: 0, percentageRate: 0.03 }] },
    },
    {
      name: 'Volume',
      category: 'volume',
      priceModelVolume: { tiers: [{ maximumUnits: 10, unitAmount: 3 }, { unitAmount: 2 }] },
    },
    {
      name: 'Matrix',
      category: 'matrix',
      priceModelMatrix: {
        defaultUnitAmount: 1,
        matrix: [{ unitAmount: 2, properties: [{ name: 'os', value: 'linux' }] }],
      },
      discount: { discountType: 'PERCENTAGE', value: 10 },
    },
  ];
  assert.deepEqual(read({ currency: 'USD', billableDimensions }).get('Usage'), [
    'Basic | 0.000001 per unit\nat least 10 | ',
    'Bulk | 5 for each started 100 units | 3 months',
    'Share | 2.5 % of the quantity + 1 once | ',
    'Tiers | above 0 up to 1 000: 0.02 per unit + 5 once\nabove 1 000: 0.01 per unit | ',
    'Shares | above 0: 3 % | ',
    'Volume | a total up to 10: 3 per unit\nany other total: 2 per unit | ',
    'Matrix | os = linux: 2 per unit\notherwise: 1 per unit\ndiscount: 10 % | ',
  ]);
});
