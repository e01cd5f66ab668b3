import assert from 'node:assert/strict';
import { test } from 'node:test';
import { noPage, readPages } from '../src/api/list.ts';
import { currencyFieldsOf, currencyOf, isMoneyField } from '../src/lib/amounts.ts';
import { csvOf, withCurrencies } from '../src/lib/csv.ts';

test('each amount of a list has its own currency', () => {
  const difference = { expectedAmount: 100, currency: 'USD', billedAmount: 90, billedCurrency: 'EUR' };
  assert.equal(currencyOf(difference, 'expectedAmount'), 'USD');
  assert.equal(currencyOf(difference, 'billedAmount'), 'EUR');
  assert.equal(currencyOf({ info: { currency: 'JPY' } }, 'info.commitAmount'), 'JPY');
  assert.equal(currencyOf({ amount: 1 }, 'amount'), undefined);
  for (const name of ['difference', 'dealValue', 'collectable', 'forgiven', 'cost', 'billing.amount', 'billedAmount'])
    assert.ok(isMoneyField(name), name);
  for (const name of ['lines', 'count', 'attempts', 'discountPercentage', 'quantity'])
    assert.ok(!isMoneyField(name), name);
});

test('a file of amounts names the currency of each row', () => {
  const columns = [
    { key: 'kind', title: 'Kind' },
    { key: 'expectedAmount', title: 'Expected' },
    { key: 'billedAmount', title: 'Billed' },
  ];
  const rows = [
    { kind: 'A', expectedAmount: 100, currency: 'USD', billedAmount: 90.5, billedCurrency: 'EUR' },
    { kind: 'B', expectedAmount: 7, currency: 'JPY', billedAmount: 7, billedCurrency: 'JPY' },
  ];
  assert.equal(
    csvOf(withCurrencies(columns, rows), rows),
    'Kind,Expected,Billed,Currency,Billed currency\r\nA,100,90.5,USD,EUR\r\nB,7,7,JPY,JPY',
  );
  assert.deepEqual(currencyFieldsOf(['kind'], rows), [], 'no amounts');
  assert.deepEqual(currencyFieldsOf(['amount', 'currency'], [{ currency: 'USD' }]), [], 'it is a column already');
});

test('a sum is of all pages of a list, and it is known if there are more', async () => {
  const read = async (number: number) => ({ ...noPage, rows: [{ amount: number }], hasNext: number < 3 });
  const whole = await readPages(read, 3);
  assert.deepEqual(whole, { rows: [{ amount: 1 }, { amount: 2 }, { amount: 3 }], isWhole: true });
  assert.equal((await readPages(read, 2)).isWhole, false);
});
