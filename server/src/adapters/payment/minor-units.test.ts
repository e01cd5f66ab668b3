import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isPartnerError } from '../partner-error.ts';
import { chargeDigitsOf, chargeMinimumOf, fromMinorUnits, toMinorUnits } from './minor-units.ts';
import type { PaymentCode } from './port.ts';

const sent = (partner: PaymentCode, amount: string, currency: string): number | string => {
  try {
    return toMinorUnits(partner, amount, currency);
  } catch (error) {
    if (isPartnerError(error)) return error.partnerCode;
    throw error;
  }
};

test('amounts are accepted with as many digits as the provider counts and allows', () => {
  assert.deepEqual(
    (['USD', 'JPY', 'KWD', 'ISK', 'MGA'] as const).map((currency) => chargeDigitsOf('STRIPE', currency)),
    [2, 0, 2, 0, 0],
  );
  assert.deepEqual(
    (['USD', 'JPY', 'KWD', 'IDR', 'CVE'] as const).map((currency) => chargeDigitsOf('ADYEN', currency)),
    [2, 0, 3, 0, 0],
  );
});

// docs.adyen.com/development-resources/currency-codes: only these four "differ from standard".
test('Adyen counts with the digits of ISO 4217, except for four currencies', () => {
  assert.deepEqual(
    (['CLP', 'CVE', 'IDR', 'ISK'] as const).map((currency) => sent('ADYEN', '7', currency)),
    [700, 7, 7, 700],
  );
  assert.deepEqual(
    (['BIF', 'GNF', 'HUF', 'IQD', 'LYD', 'MGA', 'MRU', 'TWD'] as const).map((currency) => sent('ADYEN', '7', currency)),
    [7, 7, 700, 7000, 7000, 700, 700, 700],
  );
});

test('the minimum charge is known where the provider publishes it', () => {
  assert.deepEqual(
    (['USD', 'GBP', 'HUF', 'JPY', 'ISK'] as const).map((currency) => chargeMinimumOf('STRIPE', currency)),
    ['0.5', '0.3', '175', '50', '0'],
  );
  assert.equal(chargeMinimumOf('ADYEN', 'USD'), '0');
});

test('amounts are sent in the smallest unit that the provider counts in', () => {
  assert.deepEqual(
    [sent('STRIPE', '0.29', 'USD'), sent('STRIPE', '500', 'JPY'), sent('STRIPE', '5.12', 'KWD')],
    [29, 500, 5120],
  );
  assert.deepEqual(
    [sent('ADYEN', '5.124', 'KWD'), sent('ADYEN', '7', 'UGX'), sent('STRIPE', '7', 'UGX')],
    [5124, 7, 700],
  );
});

test('an amount finer than the provider accepts is not sent', () => {
  for (const [amount, currency] of [
    ['0.295', 'USD'],
    ['500.5', 'JPY'],
    ['5.124', 'KWD'],
    ['40.10', 'ISK'],
    ['7.5', 'UGX'],
    ['90071992547409.93', 'USD'],
  ] as const)
    assert.equal(sent('STRIPE', amount, currency), 'AmountTooFine', `${amount} ${currency}`);
});

test('amounts are received in the smallest unit that the provider counts in, at any size', () => {
  assert.deepEqual(
    [
      fromMinorUnits('STRIPE', '29', 'USD'),
      fromMinorUnits('STRIPE', '-500', 'JPY'),
      fromMinorUnits('STRIPE', '1', 'KWD'),
      fromMinorUnits('STRIPE', '700', 'UGX'),
      fromMinorUnits('ADYEN', '7', 'UGX'),
      fromMinorUnits('STRIPE', '9007199254740993', 'USD'),
    ],
    ['0.29', '-500', '0.001', '7', '7', '90071992547409.93'],
  );
});
