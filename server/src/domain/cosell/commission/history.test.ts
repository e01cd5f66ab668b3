import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import fc from 'fast-check';
import { startApp, type TestApp } from '../../../../test/app.ts';
import { addRationals, multiplyRationals, type Rational, readRational, roundRational } from '../../../kit/rational.ts';
import {
  advance,
  anotherDeal,
  aSale,
  bothSides,
  invoice,
  propose,
  type Sale,
  seenBy,
  update,
} from './commission.test-support.ts';

// Random histories of a deal, against a model of the rules (domain-rules.md 9, decision 0130) that shares no code with the domain.

let app: TestApp;
before(async () => {
  app = await startApp({}, { idle: true });
});
after(() => app.close());

const dayMs = 86_400_000;

type Terms = { ratePercent: number; capAmount?: number; clawbackDays?: number };

/** What the written rules make of the acts so far. `frozen`: the value that the share is of. */
type Model = {
  currency: string;
  deal: { isWon: boolean; value: string; terms: Terms };
  commission?: { status: string; frozen: string; terms: Terms; paidDay?: number };
  proposal: Terms | null;
  day: number;
};

type Move = { model: Model; expected: 200 | 403 | 409 };

const digitsOf: Readonly<Record<string, number>> = { USD: 2, JPY: 0, KWD: 3 };

const earned = ({ currency, commission }: Model): string => {
  if (!commission) return '0';
  const { frozen, terms } = commission;
  const percent = readRational('0.01');
  const share = multiplyRationals(
    multiplyRationals(readRational(String(terms.ratePercent)), percent),
    readRational(frozen),
  );
  const cap = terms.capAmount === undefined ? null : readRational(String(terms.capAmount));
  const isAboveCap = cap !== null && share.n * cap.d > cap.n * share.d;
  return roundRational(isAboveCap ? cap : share, digitsOf[currency] ?? assert.fail(currency));
};

const refused = (model: Model, expected: 403 | 409 = 409): Move => ({ model, expected });
const accepted = (model: Model, more: Partial<Model> = {}): Move => ({ model: { ...model, ...more }, expected: 200 });

type Step = { number: number; terms: Terms };

/** Each act: what it sends, and what the rules make of it. */
const acts = {
  win: {
    send: (sale) => update(sale, 'seller', { status: 'WON' }),
    // A status that the deal has already is no act: clients send whole objects back.
    rule: (model) =>
      model.deal.isWon
        ? accepted(model)
        : accepted(model, {
            deal: { ...model.deal, isWon: true },
            commission: { status: 'PENDING_CONFIRMATION', frozen: model.deal.value, terms: model.deal.terms },
            proposal: null,
          }),
  },
  reopen: {
    send: (sale) => update(sale, 'seller', { status: 'ACCEPTED' }),
    rule: (model) => {
      const { deal, commission } = model;
      if (!deal.isWon || !commission) return accepted(model);
      if (!['PENDING_CONFIRMATION', 'VOIDED'].includes(commission.status)) return refused(model);
      return accepted(model, {
        deal: { ...deal, isWon: false },
        commission: { ...commission, status: 'VOIDED' },
        proposal: null,
      });
    },
  },
  value: {
    send: (sale, { number }) => update(sale, 'seller', { dealValue: number / 8 }),
    rule: (model, { number }) => {
      const value = String(number / 8);
      const deal = { ...model.deal, value };
      const { commission } = model;
      const follows = commission?.status === 'PENDING_CONFIRMATION';
      return accepted(model, { deal, ...(follows && { commission: { ...commission, frozen: value } }) });
    },
  },
  sellerAdvances: {
    send: (sale) => advance(sale, 'seller', { action: 'ADVANCE' }),
    rule: (model) => {
      const { commission, day } = model;
      if (commission?.status === 'PENDING_CONFIRMATION')
        return accepted(model, { commission: { ...commission, status: 'CONFIRMED' } });
      if (commission?.status === 'INVOICED')
        return accepted(model, { commission: { ...commission, status: 'PAID', paidDay: day } });
      return refused(model, commission?.status === 'CONFIRMED' ? 403 : 409);
    },
  },
  partnerAdvances: {
    send: (sale) => advance(sale, 'partner', invoice),
    rule: (model) => {
      const { commission, proposal } = model;
      if (commission?.status === 'CONFIRMED' && proposal === null)
        return accepted(model, { commission: { ...commission, status: 'INVOICED' } });
      const isOfSeller = ['PENDING_CONFIRMATION', 'INVOICED'].includes(commission?.status ?? '');
      return refused(model, isOfSeller ? 403 : 409);
    },
  },
  void: {
    send: (sale) => advance(sale, 'seller', { action: 'VOID' }),
    rule: (model) => {
      const { commission } = model;
      return commission && ['PENDING_CONFIRMATION', 'CONFIRMED', 'INVOICED'].includes(commission.status)
        ? accepted(model, { commission: { ...commission, status: 'VOIDED' }, proposal: null })
        : refused(model);
    },
  },
  clawBack: {
    send: (sale) => advance(sale, 'seller', { action: 'CLAWBACK' }),
    rule: (model) => {
      const { commission, day } = model;
      const days = commission?.terms.clawbackDays;
      return commission?.status === 'PAID' && days !== undefined && day <= (commission.paidDay ?? 0) + days
        ? accepted(model, { commission: { ...commission, status: 'CLAWED_BACK' } })
        : refused(model);
    },
  },
  propose: {
    send: (sale, { terms: { ratePercent, ...more } }) => propose(sale, 'seller', ratePercent, more),
    rule: (model, { terms }) =>
      isBeforeInvoice(model) && model.proposal === null ? accepted(model, { proposal: terms }) : refused(model),
  },
  accept: {
    send: (sale) => advance(sale, 'partner', { action: 'ACCEPT_UPDATE' }),
    rule: (model) => {
      const { commission, proposal } = model;
      return commission && proposal && isBeforeInvoice(model)
        ? accepted(model, { commission: { ...commission, terms: proposal }, proposal: null })
        : refused(model);
    },
  },
  reject: {
    send: (sale) => advance(sale, 'partner', { action: 'REJECT_UPDATE' }),
    rule: (model) => (model.proposal ? accepted(model, { proposal: null }) : refused(model)),
  },
  withdraw: {
    send: (sale) => advance(sale, 'seller', { action: 'WITHDRAW_UPDATE' }),
    rule: (model) => (model.proposal ? accepted(model, { proposal: null }) : refused(model)),
  },
  wait: {
    send: async (_sale, { number }) => {
      app.clock.advance((number % 8) * dayMs);
      return { status: 200, text: '' };
    },
    rule: (model, { number }) => accepted(model, { day: model.day + (number % 8) }),
  },
} satisfies Record<
  string,
  {
    send: (sale: Sale, step: Step) => Promise<{ status: number; text: string }>;
    rule: (model: Model, step: Step) => Move;
  }
>;

const isBeforeInvoice = ({ commission }: Model): boolean =>
  ['PENDING_CONFIRMATION', 'CONFIRMED'].includes(commission?.status ?? '');

type Act = keyof typeof acts;
const allActs = Object.keys(acts) as Act[];

/** Of random acts most would be refused; `isAny` draws among all, otherwise among those that the rules accept. */
const chosen = (model: Model, step: Step, { at, isAny }: { at: number; isAny: boolean }): Act => {
  const allowed = allActs.filter((act) => acts[act].rule(model, step).expected === 200);
  const from = isAny ? allActs : allowed;
  return from[at % from.length] ?? assert.fail('no act');
};

const terms = fc.record(
  {
    ratePercent: fc.oneof(fc.nat({ max: 100 }), fc.constantFrom(0.5, 7.5, 12.25, 33.333)),
    capAmount: fc.nat({ max: 2000 }),
    clawbackDays: fc.integer({ min: 1, max: 10 }),
  },
  { requiredKeys: ['ratePercent'] },
);
const histories = fc.record({
  currency: fc.constantFrom(...Object.keys(digitsOf)),
  start: fc.record({ number: fc.integer({ min: 1, max: 100_000 }), terms }),
  steps: fc.array(
    fc.record({
      number: fc.integer({ min: 1, max: 100_000 }),
      terms,
      at: fc.nat({ max: 1000 }),
      isAny: fc.nat({ max: 3 }).map((one) => one === 0),
    }),
    { minLength: 4, maxLength: 14 },
  ),
});

/** Both copies say what the model says. */
const assertSeen = async (sale: Sale, model: Model, story: string): Promise<void> => {
  for (const side of bothSides) {
    const { status, dealValue, commission } = await seenBy(sale, side);
    assert.equal(status, model.deal.isWon ? 'WON' : 'ACCEPTED', story);
    assert.equal(String(dealValue), model.deal.value, story);
    assert.equal(commission?.status, model.commission?.status, story);
    if (!commission || !model.commission) continue;
    assert.equal(String(commission.amount), earned(model), story);
    assert.equal(commission.terms.ratePercent, model.commission.terms.ratePercent, story);
    assert.equal(commission.terms.capAmount, model.commission.terms.capAmount, story);
  }
};

type Amounts = { side: string; currency: string; amount: number }[];

const add = (sums: Map<string, Rational>, key: string, amount: string): void => {
  sums.set(key, addRationals(sums.get(key) ?? readRational('0'), readRational(amount)));
};

/** The sums of the partner are those of all deals so far: one of each run. */
const assertSums = async (sale: Sale, models: readonly Model[], story: string): Promise<void> => {
  const { summary } = (await sale.seller.editor.call('GET', `/prm/partner/${sale.ids.seller}`)).body as {
    summary: { commissionOwed: Amounts; commissionPaid: Amounts };
  };
  const shown = (sums: Map<string, Rational>) =>
    Object.fromEntries([...sums].filter(([, { n }]) => n !== 0n).map(([key, sum]) => [key, roundRational(sum, 9)]));
  for (const [amounts, statuses] of [
    [summary.commissionOwed, ['CONFIRMED', 'INVOICED']],
    [summary.commissionPaid, ['PAID']],
  ] as [Amounts, string[]][]) {
    const sums = new Map<string, Rational>();
    for (const model of models) {
      if (statuses.includes(model.commission?.status ?? '')) add(sums, model.currency, earned(model));
    }
    const given = Object.fromEntries(amounts.map(({ currency, amount }) => [currency, String(amount)]));
    assert.deepEqual(given, shown(sums), story);
  }
};

test('a commission is what the rules make of its history, and so are the sums of its partner', async () => {
  const first = await aSale(app);
  const models: Model[] = [];
  const counts = new Map<string, number>();
  await fc.assert(
    fc.asyncProperty(histories, async ({ currency, start, steps }) => {
      const revenueShare = { type: 'REFERRAL_FEE', ...start.terms };
      const sale = await anotherDeal(first, { currency, dealValue: start.number / 8, revenueShare });
      const deal = { isWon: false, value: String(start.number / 8), terms: start.terms };
      let model: Model = { currency, deal, proposal: null, day: 0 };
      const story = [`${currency} ${JSON.stringify(deal)}`];
      for (const { at, isAny, ...step } of steps) {
        const act = chosen(model, step, { at, isAny });
        const { model: next, expected } = acts[act].rule(model, step);
        const { status, text } = await acts[act].send(sale, step);
        story.push(`${act} ${JSON.stringify(step)} ${status}`);
        assert.equal(status, expected, `${story.join('\n')}\n${text}`);
        model = next;
        counts.set(`${act} ${status}`, (counts.get(`${act} ${status}`) ?? 0) + 1);
      }
      models.push(model);
      await assertSeen(sale, model, story.join('\n'));
      await assertSums(sale, models, story.join('\n'));
    }),
    { numRuns: Number(process.env.COMMISSION_RUNS ?? 25), endOnFailure: true },
  );
  assert.ok((counts.get('sellerAdvances 200') ?? 0) > 0, JSON.stringify([...counts]));
});
