import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { isRawNumber, type JsonNumber } from '../../../../kit/json.ts';
import { awsMembers, azureMembers, gcpMembers, type Member } from './members.ts';
import { readMembers } from './read-column.ts';
import { BillingAwsBillingEvent, BillingAzureCmaRevenue, BillingGcpChargeUsage } from './schema.ts';

const members: Member[] = [
  ['amount', 'NUMBER', 'Amount USD', 'other_amount'],
  ['count', 'INTEGER', 'count'],
  ['at', 'TIME', 'at'],
  ['name', 'TEXT', 'name'],
];
const noTime = { time: '0001-01-01T00:00:00Z', valid: false };
const read = (columns: Record<string, string | null>) => readMembers(members, columns);

describe('the fields of a row', () => {
  test('numbers are those of the columns, to the last digit', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: -(10n ** 23n), max: 10n ** 23n }), fc.nat(20), (whole, scale) => {
        const digits = whole
          .toString()
          .replace('-', '')
          .padStart(scale + 1, '0');
        const fraction = digits.slice(digits.length - scale).replace(/0+$/, '');
        const plain = `${whole < 0n ? '-' : ''}${digits.slice(0, digits.length - scale)}${fraction && `.${fraction}`}`;
        const { amount } = read({ amount_usd: plain }) as { amount: JsonNumber };
        const shown = isRawNumber(amount) ? amount.rawJSON : String(amount);
        // Very small ones are written with an exponent.
        if (!/e/.test(shown)) assert.equal(shown, plain === '-0' ? '0' : plain);
        assert.equal(Number(shown), Number(plain));
      }),
    );
  });

  test('columns are found in any case, with blanks or underscores; the first one with a value counts', () => {
    for (const name of ['AmountUSD', 'amount_usd', 'Amount Usd', 'AMOUNT-USD'])
      assert.equal(read({ [name]: '1.5', other_amount: '2' }).amount, 1.5);
    assert.equal(read({ 'Amount USD': null, OtherAmount: ' 2 ' }).amount, 2);
    assert.equal(read({ 'Amount USD': '', other_amount: null }).amount, undefined);
  });

  test('unreadable values are left out, and an unreadable time is marked as invalid', () => {
    assert.deepEqual(read({ 'amount usd': 'n/a', count: '1.5', at: 'soon', name: 'x' }), { at: noTime, name: 'x' });
    assert.deepEqual(read({}), { at: noTime });
  });

  const times: [string, string | null][] = [
    ['2018-12-31T00:00:00Z', '2018-12-31T00:00:00.000Z'],
    ['2025-10-01 01:03:41.0', '2025-10-01T01:03:41.000Z'],
    ['2026-02', '2026-02-01T00:00:00.000Z'],
    ['2022-09-12 15:27:18.0000000', '2022-09-12T15:27:18.000Z'],
    ['9/1/2022', '2022-09-01T00:00:00.000Z'],
    ['9/1/2022 12:05:00 AM', '2022-09-01T00:05:00.000Z'],
    ['12/31/2022 11:05:00 PM', '2022-12-31T23:05:00.000Z'],
    ['2026-02-30', null],
    ['2/30/2026', null],
    ['0001-01-01T00:00:00', null],
    ['13/13/2026', null],
  ];
  for (const [text, time] of times)
    test(`the time ${text} is ${time ?? 'none'}`, () =>
      assert.deepEqual(read({ at: text }).at, time === null ? noTime : { time, valid: true }));

  test('every field of the reference comes from a column, or from what the record was matched to', () => {
    const matched = ['organizationID', 'productID', 'offerID', 'entitlementID', 'buyerID'];
    for (const [table, schema] of [
      [awsMembers, BillingAwsBillingEvent],
      [azureMembers, BillingAzureCmaRevenue],
      [[...gcpMembers, ['reportDate', 'TEXT']] as Member[], BillingGcpChargeUsage],
    ] as const)
      assert.deepEqual(
        [...table.map(([name]) => name), ...matched].sort(),
        Object.keys((schema as unknown as { shape: object }).shape).sort(),
      );
  });
});
