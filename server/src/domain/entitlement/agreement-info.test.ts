import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { IncludedQuantity } from '../../adapters/marketplace/offer-submissions.ts';
import type { AgreementRead } from '../../adapters/marketplace/port.ts';
import type { MeteringDimension } from '../../contract/reference/dimensions.ts';
import { agreementInfo } from './agreement-info.ts';

const listed: MeteringDimension[] = [
  {
    key: 'gb',
    name: 'Gigabytes',
    planId: 'gold',
    planName: 'Gold',
    rate: 1,
    includedBaseQuantities: [{ isInfinite: true }],
  },
  { key: 'gb', name: 'Gigabytes', planId: 'silver', planName: 'Silver', rate: 2 },
];

/** The dimension as the term of an agreement shows it. */
const dimensionOf = (planId: string | null, included?: IncludedQuantity[]): MeteringDimension | undefined => {
  const usageRates = [{ key: 'gb', price: '3', ...(included ? { included } : {}) }];
  const read = { planId, usageRates, currency: 'USD', value: '0', licenseArn: null, document: {} };
  return agreementInfo('AZURE', read as unknown as AgreementRead, { dimensions: listed }).dimensions?.[0];
};
const five: IncludedQuantity[] = [{ every: 'MONTH', quantity: '5' }];
const monthly = [{ recurringUnit: 'Monthly', quantity: 5 }];

it('a purchase says what its own plan includes: as the partner says it, else as the listing of that plan does', () => {
  const gold = { key: 'gb', name: 'Gigabytes', planId: 'gold', planName: 'Gold', rate: 3 };
  assert.deepEqual(dimensionOf('gold', five), { ...gold, includedBaseQuantities: monthly });
  assert.deepEqual(dimensionOf('gold'), { ...gold, includedBaseQuantities: [{ isInfinite: true }] });
  assert.deepEqual(dimensionOf('gold', []), { ...gold, includedBaseQuantities: [{ isInfinite: true }] });
  assert.deepEqual(dimensionOf('silver', []), { ...gold, planId: 'silver', planName: 'Silver' });
  assert.deepEqual(dimensionOf('special', five), {
    key: 'gb',
    name: 'Gigabytes',
    planId: 'special',
    rate: 3,
    includedBaseQuantities: monthly,
  });
  assert.deepEqual(dimensionOf('special', []), { key: 'gb', name: 'Gigabytes', planId: 'special', rate: 3 });
});

it('what is known of another plan only is not said of a plan that nobody describes', () => {
  assert.deepEqual(dimensionOf('special'), { key: 'gb', name: 'Gigabytes', rate: 3 });
});

it('a purchase shows the price that was bought, at what it costs the buyer, and for how many', () => {
  const team = { key: 'team', name: 'Team', type: 'PER_USER', minimumUsers: 1 } as const;
  const commits = [
    { ...team, rate: 20, quantity: 1, length: 1, timeUnit: 'MONTH' as const },
    { ...team, rate: 200, quantity: 1, length: 12, timeUnit: 'MONTH' as const },
    { key: 'usage', rate: 0, quantity: 1, length: 1, timeUnit: 'MONTH' as const },
  ];
  const of = (bought: AgreementRead['bought'], offer = {}) => {
    const read = { planId: 'team', usageRates: [], currency: 'USD', value: '1400', licenseArn: null, document: {} };
    const info = agreementInfo(
      'AZURE',
      { ...read, ...(bought && { bought }) } as unknown as AgreementRead,
      { commits },
      offer,
    );
    return JSON.stringify(info.commits);
  };
  const year = { ...team, rate: 175.5, quantity: 8, length: 12, timeUnit: 'MONTH' };
  assert.equal(of({ months: 12, quantity: 8, rate: '175.5' }), JSON.stringify([year]), 'a discount of an offer counts');
  assert.equal(of(undefined), JSON.stringify(commits.slice(0, 2)), 'a partner that does not say');
  assert.equal(
    of({ months: 36, quantity: 1, rate: '1' }),
    JSON.stringify(commits.slice(0, 2)),
    'a term that is not listed',
  );
  const own = { key: 'x', rate: 90, length: 1, timeUnit: 'YEAR' as const };
  assert.equal(
    of({ months: 12, quantity: 3, rate: '90' }, { commits: [own] }),
    JSON.stringify([{ ...own, quantity: 3 }]),
    'seats of the own price of an offer',
  );
});

it('a free trial counts once: a renewal has none, whatever its terms repeat', () => {
  const of = (initialAgreementId: string | null, granted: [] | null = null) => {
    const trial = { length: 14, unit: 'DAY', granted };
    const named = { externalId: 'agmt-2', initialAgreementId, trial };
    const read = { ...named, usageRates: [], currency: 'USD', value: '0', licenseArn: null, document: {} };
    return agreementInfo('AWS', read as unknown as AgreementRead).trialConfig;
  };
  const trialConfig = { trialPeriod: 14, trialPeriodUnit: 'DAY' };
  assert.deepEqual([of(null), of('agmt-2'), of('agmt-1')], [trialConfig, trialConfig, undefined]);
  assert.deepEqual(of('agmt-1', []), trialConfig, 'an agreement that is nothing but a trial');
});

it('where prices of usage cannot be read, those of the listing do not stand in for them', () => {
  const of = (hasUnreadRates?: true) => {
    const usageRates = [{ key: 'gb', price: '3' }];
    const named = { usageRates, ...(hasUnreadRates ? { hasUnreadRates } : {}) };
    const read = { ...named, currency: 'USD', value: '0', licenseArn: null, document: {} };
    const dimensions = [...listed.slice(0, 1), { key: 'calls', name: 'Calls', rate: 7 }];
    const info = agreementInfo('AWS', read as unknown as AgreementRead, { dimensions });
    return info.dimensions?.map(({ key, name, rate }) => [key, name, rate]);
  };
  const gb = ['gb', 'Gigabytes', 3];
  assert.deepEqual(of(), [gb, ['calls', 'Calls', 7]]);
  assert.deepEqual(of(true), [gb, ['calls', 'Calls', undefined]]);
});
