import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { DescribedAgreement, DescribedEntity } from '../answers.ts';
import { readRenewal, upliftChanges } from './renewal.ts';

const entity = (id: string, Terms: object[]): DescribedEntity => ({
  EntityType: 'Offer@1.0',
  EntityIdentifier: `${id}@3`,
  LastModifiedDate: null,
  Details: null,
  DetailsDocument: { Terms },
});
const agreement = {
  agreementId: 'agmt-1',
  status: 'ACTIVE',
  endTime: new Date('2027-11-20T00:00:00Z'),
  endTimeBehavior: { type: 'RENEW', reasonCode: null },
} as unknown as DescribedAgreement;
const term = (PriceIncrease: object, more: object = {}) => ({ Type: 'RenewalTerm', PriceIncrease, ...more });
const range = { Type: 'PercentageRange', Range: { MinValue: '2', MaxValue: '10', DefaultValue: '5' } };
const fixed = (Price: string) => ({ Type: 'FixedUpfrontPricingTerm', Id: 'term-1', CurrencyCode: 'USD', Price });
const schedule = (...charges: [string, string][]) => ({
  Type: 'PaymentScheduleTerm',
  CurrencyCode: 'USD',
  Schedule: charges.map(([ChargeDate, ChargeAmount]) => ({ ChargeDate: `${ChargeDate}T00:00:00.000Z`, ChargeAmount })),
});
const usage = {
  Type: 'UsageBasedPricingTerm',
  CurrencyCode: 'USD',
  RateCards: [{ RateCard: [{ DimensionKey: 'requests', Price: '0.5' }] }],
};

describe('a pending renewal', () => {
  test('has the range, the deadline and the lockout of the term that the buyer agreed to', () => {
    const own = entity('offer-1', [fixed('1000'), term(range, { LockoutPeriod: 'P30D', AdjustmentDeadline: 'P60D' })]);
    assert.deepEqual(readRenewal(agreement, own, entity('offer-2', [fixed('1050.00')])), {
      offerExternalId: 'offer-2',
      uplift: '5',
      minUplift: '2',
      maxUplift: '10',
      isFixed: false,
      deadline: '2027-09-21T00:00:00.000Z',
      lockout: '2027-10-21T00:00:00.000Z',
      isOptedOut: false,
    });
  });

  test('may be fixed, or turned off', () => {
    const own = entity('offer-1', [fixed('0'), term({ Type: 'FixedPercentage', Value: '3.5' })]);
    const optedOut = { ...agreement, endTimeBehavior: { type: 'EXPIRE', reasonCode: 'PROPOSER_RENEW_OPTED_OUT' } };
    const read = readRenewal(optedOut, own, entity('offer-2', [fixed('0')]));
    assert.deepEqual(
      [read?.isFixed, read?.minUplift, read?.maxUplift, read?.uplift, read?.deadline, read?.isOptedOut],
      [true, '3.5', '3.5', null, null, true],
    );
  });

  test('without a price increase is not one', () => {
    const own = entity('offer-1', [fixed('1000'), { Type: 'RenewalTerm' }]);
    assert.equal(readRenewal(agreement, own, entity('offer-2', [fixed('1000')])), null);
  });
});

describe('a different uplift', () => {
  const detailsOf = (own: object[], renewing: object[], percentage: string) =>
    upliftChanges({ own: entity('offer-1', own), renewing: entity('offer-2', renewing) }, percentage).map(
      ({ ChangeType, Entity, DetailsDocument }) => [ChangeType, Entity?.Identifier, DetailsDocument],
    );

  test("is applied to the agreement's prices, to the cent; usage prices stay", () => {
    const [[type, id, details] = []] = detailsOf([fixed('999.99'), usage], [fixed('1050'), usage], '7.25');
    assert.deepEqual([type, id], ['UpdatePricingTerms', 'offer-2']);
    assert.deepEqual(details, {
      PricingModel: 'Contract',
      Terms: [{ Type: 'FixedUpfrontPricingTerm', CurrencyCode: 'USD', Price: '1072.49' }, usage],
    });
  });

  test('increases the charges of the agreement on the days of the renewal', () => {
    const changes = detailsOf(
      [fixed('0'), schedule(['2026-11-20', '500.00'], ['2027-05-20', '500.01'])],
      [fixed('0'), schedule(['2027-11-20', '525'], ['2028-05-20', '525.01'])],
      '10',
    );
    assert.deepEqual(changes[1], [
      'UpdatePaymentScheduleTerms',
      'offer-2',
      {
        Terms: [
          {
            Type: 'PaymentScheduleTerm',
            CurrencyCode: 'USD',
            Schedule: [
              { ChargeDate: '2027-11-20', ChargeAmount: '550' },
              { ChargeDate: '2028-05-20', ChargeAmount: '550.01' },
            ],
          },
        ],
      },
    ]);
  });
});
