import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { type AcceptedTerm, AcceptedTerm$ } from '@aws-sdk/client-marketplace-agreement';
import { shownCommits } from '../../../../contract/reference/agreed-terms.ts';
import { agreementTerms, describedAgreement, offerDetails } from '../answers.ts';
import { readOfferedTerms, termUses } from './accepted-terms.ts';
import { readAgreementAnswer } from './agreement.ts';
import { upfrontOf } from './entities.ts';

const head = {
  agreementId: 'agmt-1',
  acceptor: { accountId: '222233334444' },
  proposer: { accountId: '111122223333' },
  startTime: new Date('2027-01-01T00:00:00Z'),
  endTime: new Date('2028-01-01T00:00:00Z'),
  acceptanceTime: new Date('2026-12-20T00:00:00Z'),
  status: 'ACTIVE',
  proposalSummary: { offerId: 'offer-1', resources: [{ id: 'prod-1', type: 'SaaSProduct' }] },
};

const readWith = (acceptedTerms: unknown[]) => {
  const { acceptedTerms: terms } = agreementTerms.parse({ acceptedTerms });
  const read = readAgreementAnswer(describedAgreement.parse(head), { lastUpdateTime: null, licenseArn: null, terms });
  assert.ok(read);
  return read;
};

const rate = { dimensionKey: 'seats', price: '120.00' };

/** One of each kind, and what of an agreement it changes. */
const samples: Record<string, { term: object; shows: object }> = {
  legalTerm: {
    term: { documents: [{ type: 'CustomEula', url: 'https://acme.example/eula.pdf' }] },
    shows: { agreed: { eula: { type: 'CUSTOM', url: 'https://acme.example/eula.pdf' } } },
  },
  supportTerm: { term: { refundPolicy: 'None.' }, shows: { agreed: { refundPolicy: 'None.' } } },
  renewalTerm: { term: { configuration: { enableAutoRenew: true } }, shows: { autoRenew: true } },
  usageBasedPricingTerm: {
    term: { currencyCode: 'EUR', rateCards: [{ rateCard: [rate] }] },
    shows: { currency: 'EUR', usageRates: [{ key: 'seats', price: '120' }] },
  },
  configurableUpfrontPricingTerm: {
    term: {
      currencyCode: 'GBP',
      rateCards: [
        { selector: { type: 'Duration', value: 'P1M' }, rateCard: [{ ...rate, price: '12' }] },
        { selector: { type: 'Duration', value: 'P12M' }, rateCard: [rate, { dimensionKey: 'other', price: '1' }] },
      ],
      configuration: {
        selectorValue: 'P12M',
        dimensions: [
          { dimensionKey: 'seats', dimensionValue: 20 },
          { dimensionKey: 'other', dimensionValue: 0 },
        ],
      },
    },
    shows: {
      currency: 'GBP',
      agreed: { commits: [{ key: 'seats', quantity: 20, rate: '120', durationIso: 'P12M' }] },
    },
  },
  fixedUpfrontPricingTerm: {
    term: { currencyCode: 'JPY', duration: 'P1Y', price: '500', grants: [{ dimensionKey: 'seats', maxQuantity: 4 }] },
    shows: {
      currency: 'JPY',
      agreed: { commits: [{ key: 'seats', quantity: 4, rate: '125', durationIso: 'P1Y' }] },
    },
  },
  paymentScheduleTerm: {
    term: {
      currencyCode: 'AUD',
      schedule: [
        { chargeDate: new Date('2027-01-01T00:00:00Z'), chargeAmount: '60.00' },
        { chargeDate: new Date('2027-07-01T00:00:00Z'), chargeAmount: '40.00' },
      ],
    },
    shows: {
      currency: 'AUD',
      agreed: {
        installments: [
          { day: '2027-01-01', amount: '60' },
          { day: '2027-07-01', amount: '40' },
        ],
      },
    },
  },
  netPaymentTerm: { term: { paymentDuePeriod: 'P45D' }, shows: { agreed: { netPaymentDays: 45 } } },
  // The agreement has these dates itself.
  validityTerm: { term: { agreementDuration: 'P12M' }, shows: {} },
  freeTrialPricingTerm: {
    term: { duration: 'P14D', grants: [{ dimensionKey: 'seats' }] },
    shows: { trial: { length: 14, unit: 'DAY', granted: [{ key: 'seats', quantity: null }] } },
  },
  variablePaymentTerm: { term: { currencyCode: 'EUR', maxTotalChargeAmount: '100' }, shows: { currency: 'EUR' } },
  recurringPaymentTerm: {
    term: { currencyCode: 'EUR', billingPeriod: 'Monthly', price: '10' },
    shows: { currency: 'EUR' },
  },
  byolPricingTerm: { term: { id: 'term-1' }, shows: {} },
};

describe('the accepted terms of an agreement', () => {
  const published = AcceptedTerm$[4] as string[];

  it('are all of a kind that is read, in the models that AWS publishes', () => {
    assert.deepEqual(Object.keys(termUses).sort(), [...published].sort());
    assert.deepEqual(Object.keys(samples).sort(), [...published].sort());
    const path = '../shared/partners/data/aws-service-models/marketplace-agreement.service-2.json';
    if (!existsSync(path)) return;
    const { shapes } = JSON.parse(readFileSync(path, 'utf8'));
    assert.deepEqual(Object.keys(shapes.AcceptedTerm.members).sort(), [...published].sort());
  });

  const bare = readWith([]);
  for (const [name, { term, shows }] of Object.entries(samples)) {
    it(`has its ${name}`, () => {
      const written = { type: `${name.charAt(0).toUpperCase()}${name.slice(1)}`, ...term };
      const { document, ...read } = readWith([{ [name]: written } as unknown as AcceptedTerm]);
      const { document: bareDocument, ...rest } = bare;
      assert.deepEqual(read, { ...rest, ...shows });
      const shown = termUses[name as keyof typeof termUses] === 'SHOWN' ? { [name]: written } : {};
      assert.deepEqual(document, { ...bareDocument, ...shown });
    });
  }

  it('of a kind that AWS has added are shown as AWS wrote them, and named', () => {
    const { document } = readWith([{ $unknown: ['upliftTerm', { type: 'UpliftTerm', at: new Date(0) }] }]);
    assert.deepEqual(document.upliftTerm, { type: 'UpliftTerm', at: '1970-01-01T00:00:00.000Z' });
    assert.deepEqual(document.unreadTerms, ['upliftTerm']);
  });

  it('with documents beside a EULA are shown whole', () => {
    const documents = [
      { type: 'StandardEula', version: '2022-07-14' },
      { type: 'EnterpriseDsa', url: 'https://a.example' },
    ];
    const { document, agreed } = readWith([{ legalTerm: { documents } }]);
    assert.deepEqual(
      [agreed, document.legalTerm],
      [{ eula: { type: 'SCMP', url: null } }, { documents: documents.map((one) => ({ url: null, ...one })) }],
    );
  });

  it('that cannot be read stop nothing, are shown and named, and change no money', () => {
    const { document, trial, agreed } = readWith([
      { freeTrialPricingTerm: { duration: 'P14D', grants: [{ dimensionKey: 'seats' }] } },
      { fixedUpfrontPricingTerm: { price: '9', grants: [{ maxQuantity: 1 }] } },
      { paymentScheduleTerm: { schedule: [{ chargeDate: new Date(0), chargeAmount: '5' }, { chargeAmount: '5' }] } },
      { renewalTerm: { configuration: {} } },
    ]);
    assert.deepEqual(document.unreadTerms, ['fixedUpfrontPricingTerm']);
    assert.deepEqual([trial?.granted, agreed], [null, {}]);
    assert.throws(() => readWith([{ freeTrialPricingTerm: { grants: [{}] } }]));
    const grants = [{ dimensionKey: 'seats', maxQuantity: null }];
    assert.deepEqual(
      readWith([{ fixedUpfrontPricingTerm: { grants } }]).agreed?.commits?.map(({ rate: one }) => one),
      [null],
    );
  });

  it('with a price of usage that is missing or unreadable give the others, and say that the rest is unknown', () => {
    const of = (...rates: object[]) => {
      const { usageRates, hasUnreadRates, currency, document } = readWith([
        { usageBasedPricingTerm: { currencyCode: 'EUR', rateCards: [{ rateCard: rates }] } },
      ]);
      return {
        usageRates,
        hasUnreadRates,
        currency,
        unread: document.unreadTerms,
        shown: document.usageBasedPricingTerm,
      };
    };
    const term = (...rates: object[]) => ({ currencyCode: 'EUR', rateCards: [{ rateCard: rates }] });
    const unread = { hasUnreadRates: true, currency: 'EUR', unread: ['usageBasedPricingTerm'] };
    assert.deepEqual(of(rate, { dimensionKey: 'gb' }), {
      ...unread,
      usageRates: [{ key: 'seats', price: '120' }],
      shown: term(rate, { dimensionKey: 'gb', price: null }),
    });
    const wrong = { dimensionKey: 'gb', price: 'free' };
    assert.deepEqual(of(rate, wrong), { ...unread, usageRates: [], shown: term(rate, wrong) });
    assert.deepEqual([of(rate).hasUnreadRates, of(rate).unread], [undefined, undefined]);
  });

  it('of a choice of nothing say that nothing was bought', () => {
    const of = (...dimensions: object[]) => {
      const configuration = { selectorValue: 'P12M', dimensions };
      return readWith([{ configurableUpfrontPricingTerm: { rateCards: [{ rateCard: [rate] }], configuration } }])
        .agreed;
    };
    assert.deepEqual(of({ dimensionKey: 'seats', dimensionValue: 0 }), { commits: [] });
    assert.deepEqual(of(), {}, 'a choice that is not known');
  });

  it('of a grant without a limit have no quantity, and so no price of one', () => {
    const { agreed } = readWith([{ fixedUpfrontPricingTerm: { price: '900', grants: [{ dimensionKey: 'seats' }] } }]);
    assert.deepEqual(agreed, { commits: [{ key: 'seats', quantity: null, rate: null, durationIso: null }] });
    const show = (isOwn: boolean) =>
      shownCommits(agreed?.commits ?? [], { listed: [{ key: 'seats', quantity: 1, rate: 120 }], isOwn });
    assert.deepEqual(show(false), [{ key: 'seats' }]);
    assert.deepEqual(show(true), [{ key: 'seats', quantity: 1, rate: 120 }], 'as the seller wrote it');
  });

  it('with a free trial of any length are read, and one without a length is named', () => {
    const of = (duration: string | null, maxQuantity = 1) => {
      const grants = [{ dimensionKey: 'seats', maxQuantity }];
      const { trial, document } = readWith([{ freeTrialPricingTerm: { duration, grants } }]);
      return [trial?.length, trial?.unit, trial?.granted?.length, document.unreadTerms];
    };
    assert.deepEqual(of('P2W'), [14, 'DAY', 1, undefined]);
    assert.deepEqual(of('P1Y6M'), [18, 'MONTH', 1, undefined]);
    assert.deepEqual(of('P1Y'), [12, 'MONTH', 1, undefined]);
    assert.deepEqual(of('P1M', 0), [1, 'MONTH', 0, undefined], 'nothing of a dimension is granted');
    for (const other of ['P1M15D', null]) assert.deepEqual(of(other), [null, 'DAY', 1, ['freeTrialPricingTerm']]);
  });

  it('that are longer than an entitlement shows are not read in part: they are named', () => {
    const grant = (count: number, key = '') =>
      Array.from({ length: count }, (_, index) => ({ dimensionKey: `${key}${index}`, maxQuantity: 1 }));
    const charge = { chargeDate: new Date('2027-01-01T00:00:00Z'), chargeAmount: '1' };
    const schedule = (count: number) => [
      { paymentScheduleTerm: { schedule: Array.from({ length: count }, () => charge) } },
    ];
    const grants = (count: number, key?: string) => [
      { fixedUpfrontPricingTerm: { price: '9', grants: grant(count, key) } },
    ];
    const counts = (terms: unknown[]) => {
      const { agreed, document } = readWith(terms);
      return [agreed?.commits?.length, agreed?.installments?.length, document.unreadTerms];
    };
    assert.deepEqual(counts(schedule(800)), [undefined, 800, undefined]);
    assert.deepEqual(counts(schedule(801)), [undefined, undefined, ['paymentScheduleTerm']]);
    assert.deepEqual(counts(grants(800)), [800, undefined, undefined]);
    assert.deepEqual(counts(grants(801)), [undefined, undefined, ['fixedUpfrontPricingTerm']]);
    const long = grant(500, 'k'.repeat(300));
    const { document, trial } = readWith([
      { $unknown: ['upliftTerm', { grants: long }] },
      { freeTrialPricingTerm: { duration: 'P14D', grants: long } },
    ]);
    const shown = { isTooLong: true };
    assert.deepEqual([document.upliftTerm, document.freeTrialPricingTerm, trial?.length], [shown, shown, 14]);
  });

  it('of a kind that is there twice: the first counts, and both are shown and named', () => {
    const [first, second] = [
      { price: '1', grants: [] },
      { price: '2', grants: [] },
    ].map((term) => ({ currencyCode: 'USD', duration: null, ...term }));
    const { document } = readWith([{ fixedUpfrontPricingTerm: first }, { fixedUpfrontPricingTerm: second }]);
    assert.deepEqual(
      [document.fixedUpfrontPricingTerm, document.unreadTerms],
      [[first, second], ['fixedUpfrontPricingTerm']],
    );
    const usage = (price: string) => ({ usageBasedPricingTerm: { rateCards: [{ rateCard: [{ ...rate, price }] }] } });
    const { usageRates, hasUnreadRates } = readWith([usage('1'), usage('2')]);
    assert.deepEqual([usageRates, hasUnreadRates], [[{ key: 'seats', price: '1' }], true]);
  });

  it('of several grants have one price together, and a price that does not divide has no rate', () => {
    const grants = [{ dimensionKey: 'a', maxQuantity: 2 }, { dimensionKey: 'b' }];
    assert.deepEqual(
      readWith([{ fixedUpfrontPricingTerm: { price: '9', grants } }]).agreed?.commits?.map(
        ({ key, quantity, rate: one }) => [key, quantity, one],
      ),
      [
        ['a', 2, null],
        ['b', null, null],
      ],
    );
    const three = [{ dimensionKey: 'a', maxQuantity: 3 }];
    assert.equal(
      readWith([{ fixedUpfrontPricingTerm: { price: '10', grants: three } }]).agreed?.commits?.[0]?.rate,
      null,
    );
  });
});

it('an offer of a choice has a quantity only where the buyer cannot choose it', () => {
  const of = (QuantityConfiguration: string) => {
    const card = {
      Selector: { Type: 'Duration', Value: 'P12M' },
      Constraints: { MultipleDimensionSelection: 'Allowed', QuantityConfiguration },
      RateCard: [{ DimensionKey: 'seats', Price: '120' }],
    };
    const term = { Type: 'ConfigurableUpfrontPricingTerm', CurrencyCode: 'USD', RateCards: [card] };
    const details = offerDetails.parse({ State: 'Released', ProductId: 'prod-1', Terms: [term] });
    return [readOfferedTerms([term]).commits?.[0]?.quantity, upfrontOf(details.Terms, { ofUnits: false })?.price];
  };
  assert.deepEqual(
    [of('Allowed'), of('Disallowed')],
    [
      [null, '0'],
      [1, '120'],
    ],
  );
});
