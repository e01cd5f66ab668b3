import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import fc from 'fast-check';
import { startApp, type TestApp } from '../../../../test/app.ts';
import { readCsv } from '../../../kit/csv.ts';
import { addRationals, type Rational, rational, readRational, roundRational } from '../../../kit/rational.ts';
import {
  advance,
  anotherDeal,
  aSale,
  bothSides,
  done,
  invoice,
  propose,
  type Sale,
  type Side,
  update,
  ways,
} from '../../cosell/commission/commission.test-support.ts';

let app: TestApp;
before(async () => {
  app = await startApp({}, { idle: true });
});
after(() => app.close());

type Summary = {
  openReferrals: number;
  wonReferrals: number;
  commissionOwed: { side: string; currency: string; amount: number }[];
  commissionPaid: { side: string; currency: string; amount: number }[];
};

const summaryOf = async (sale: Sale, side: Side): Promise<Summary> =>
  ((await sale[side].editor.call('GET', `/prm/partner/${sale.ids[side]}`)).body as { summary: Summary }).summary;

type Row = Record<string, string>;

const monthOf = (time: Date): string => time.toISOString().slice(0, 7);

const statementOf = async (sale: Sale, side: Side, month = monthOf(app.clock.now())): Promise<Row[]> => {
  const path = `/prm/partner/${sale.ids[side]}/commissions/statement?month=${month}`;
  const reply = await sale[side].viewer.call('GET', path);
  assert.equal(reply.status, 200, reply.text);
  assert.match(reply.headers.get('content-type') ?? '', /^text\/csv/);
  const [header, ...rows] = [...readCsv(reply.text)].map((record) => ('cells' in record ? record.cells : []));
  return rows.map((cells) => Object.fromEntries((header ?? []).map((name, at) => [name, cells[at] ?? ''])));
};

const none = rational(0n);
const minus = ({ n, d }: Rational): Rational => rational(-n, d);

/** What each type of entry does to what is owed and paid. */
const effects: Record<string, readonly [owed: -1 | 0 | 1, paid: -1 | 0 | 1]> = {
  CONFIRMED: [1, 0],
  INCREASED: [1, 0],
  REDUCED: [-1, 0],
  VOIDED: [-1, 0],
  PAID: [-1, 1],
  CLAWED_BACK: [0, -1],
};

const times = (sign: -1 | 0 | 1, amount: Rational): Rational => (sign === 0 ? none : sign < 0 ? minus(amount) : amount);

/** Opening and entries added up here, by side and currency, in a form to compare. */
const addUp = (rows: readonly Row[]) => {
  const sums = new Map<string, { owed: Rational; paid: Rational }>();
  const closing = new Map<string, { owed: Rational; paid: Rational }>();
  for (const { type = '', side, currency, amount = '' } of rows) {
    const key = `${side} ${currency}`;
    const value = readRational(amount);
    const into = type.startsWith('CLOSING') ? closing : sums;
    const sum = into.get(key) ?? { owed: none, paid: none };
    const [owed, paid] = type.endsWith('_OWED')
      ? ([1, 0] as const)
      : type.endsWith('_PAID')
        ? ([0, 1] as const)
        : (effects[type] ?? assert.fail(type));
    into.set(key, {
      owed: addRationals(sum.owed, times(owed, value)),
      paid: addRationals(sum.paid, times(paid, value)),
    });
  }
  return { sums, closing };
};

const ledgerOf = async (sale: Sale, side: Side) => {
  const path = `/prm/partner/${sale.ids[side]}/commissions?page_size=1000`;
  const { data } = (await sale[side].editor.call('GET', path)).body as {
    data: { status: string; side: string; currency: string; amount: number }[];
  };
  const sumOf = (statuses: readonly string[]) => {
    const sums = new Map<string, Rational>();
    for (const { status, side: own, currency, amount } of data) {
      if (!statuses.includes(status)) continue;
      const key = `${own} ${currency}`;
      sums.set(key, addRationals(sums.get(key) ?? none, readRational(String(amount))));
    }
    return sums;
  };
  return { owed: sumOf(['CONFIRMED', 'INVOICED']), paid: sumOf(['PAID']) };
};

const shown = (sums: ReadonlyMap<string, Rational>): Record<string, string> =>
  Object.fromEntries(
    [...sums].filter(([, { n }]) => n !== 0n).map(([key, value]) => [key, roundRational(value, 9)] as const),
  );

const shownAmounts = (amounts: Summary['commissionOwed']): Record<string, string> =>
  Object.fromEntries(amounts.map(({ side, currency, amount }) => [`${side} ${currency}`, String(amount)]));

/** The statement, the summary and the ledger say the same, on both sides. */
const assertSame = async (sale: Sale): Promise<void> => {
  for (const side of bothSides) {
    const { sums, closing } = addUp(await statementOf(sale, side));
    const { owed, paid } = await ledgerOf(sale, side);
    const summary = await summaryOf(sale, side);
    for (const [what, sum, list] of [
      ['owed', owed, summary.commissionOwed],
      ['paid', paid, summary.commissionPaid],
    ] as const) {
      const expected = shown(sum);
      const of = (all: typeof sums) => shown(new Map([...all].map(([key, one]) => [key, one[what]])));
      assert.deepEqual(of(sums), expected, `${side}: entries, ${what}`);
      assert.deepEqual(of(closing), expected, `${side}: closing, ${what}`);
      assert.deepEqual(shownAmounts(list), expected, `${side}: summary, ${what}`);
    }
  }
};

describe('the figures of a partner', () => {
  test('count deals and add commissions up by currency, and by side', async () => {
    const sale = await aSale(app);
    assert.deepEqual(await summaryOf(sale, 'seller'), {
      openReferrals: 1,
      wonReferrals: 0,
      commissionOwed: [],
      commissionPaid: [],
    });
    await ways.CONFIRMED(sale);
    await ways.INVOICED(await anotherDeal(sale, { dealValue: 333.33, currency: 'EUR' }));
    await ways.PAID(await anotherDeal(sale, { dealValue: 50.5, currency: 'KWD' }));
    await ways.PENDING(await anotherDeal(sale));
    await ways.VOIDED(await anotherDeal(sale));
    await ways.CLAWED_BACK(await anotherDeal(sale, { currency: 'GBP' }));
    for (const ratePercent of [4, 12]) {
      const other = await anotherDeal(sale, { dealValue: 100, currency: 'CHF' });
      await ways.CONFIRMED(other);
      await done(propose(other, 'seller', ratePercent));
      await done(advance(other, 'partner', { action: 'ACCEPT_UPDATE' }));
    }
    await done(update(await anotherDeal(sale), 'seller', { status: 'LOST' }));
    await anotherDeal(sale);
    // A deal the other way round: the partner sells.
    const back = await anotherDeal(
      { seller: sale.partner, partner: sale.seller, ids: { seller: sale.ids.partner, partner: sale.ids.seller } },
      { dealValue: 10 },
    );
    await ways.CONFIRMED(back);
    const ours = await summaryOf(sale, 'seller');
    assert.deepEqual([ours.openReferrals, ours.wonReferrals], [1, 9]);
    assert.deepEqual(ours.commissionOwed, [
      { side: 'PARTNER', currency: 'USD', amount: 1 },
      { side: 'SELLER', currency: 'CHF', amount: 16 },
      { side: 'SELLER', currency: 'EUR', amount: 33.33 },
      { side: 'SELLER', currency: 'USD', amount: 100 },
    ]);
    assert.deepEqual(ours.commissionPaid, [{ side: 'SELLER', currency: 'KWD', amount: 5.05 }]);
    const theirs = await summaryOf(sale, 'partner');
    assert.deepEqual([theirs.openReferrals, theirs.wonReferrals], [1, 9]);
    assert.deepEqual(
      new Set(theirs.commissionOwed.map(({ side, currency, amount }) => `${side} ${currency} ${amount}`)),
      new Set(['SELLER USD 1', 'PARTNER CHF 16', 'PARTNER EUR 33.33', 'PARTNER USD 100']),
    );
    await assertSame(sale);
  });

  test('are the same in statement, summary and ledger, whatever was done', async () => {
    const steps = [
      'win',
      'confirm',
      'invoice',
      'pay',
      'void',
      'clawback',
      'propose',
      'accept',
      'reopen',
      'value',
    ] as const;
    const act = (sale: Sale, step: (typeof steps)[number], number: number) => {
      const acts = {
        win: () => update(sale, 'seller', { status: 'WON' }),
        confirm: () => advance(sale, 'seller', { action: 'ADVANCE' }),
        invoice: () => advance(sale, 'partner', invoice),
        pay: () => advance(sale, 'seller', { action: 'ADVANCE' }),
        void: () => advance(sale, 'seller', { action: 'VOID' }),
        clawback: () => advance(sale, 'seller', { action: 'CLAWBACK' }),
        propose: () => propose(sale, 'seller', number % 100),
        accept: () => advance(sale, 'partner', { action: 'ACCEPT_UPDATE' }),
        reopen: () => update(sale, 'seller', { status: 'ACCEPTED' }),
        value: () => update(sale, 'seller', { dealValue: number / 8 }),
      };
      return acts[step]();
    };
    const first = await aSale(app);
    const revenueShare = { type: 'REFERRAL_FEE', ratePercent: 7.5 };
    const newDeals = async (): Promise<Sale[]> => [
      await anotherDeal(first, { dealValue: 1000 }),
      await anotherDeal(first, { dealValue: 120_001, currency: 'JPY', revenueShare }),
      await anotherDeal(first, { dealValue: 77.777, currency: 'KWD' }),
    ];
    const done: number[] = [];
    // Random acts are mostly refused, so each history begins with some steps of a deal that goes well.
    const course = ['win', 'confirm', 'invoice', 'pay', 'clawback'] as const;
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.nat({ max: course.length }), { minLength: 3, maxLength: 3 }),
        fc.array(fc.tuple(fc.constantFrom(...steps), fc.nat({ max: 100_000 }), fc.nat({ max: 2 })), {
          minLength: 10,
          maxLength: 20,
        }),
        async (lengths, list) => {
          const deals = await newDeals();
          const begun = lengths.flatMap((length, at) =>
            course.slice(0, length).map((step): [typeof step, number, number] => [step, 1, at]),
          );
          for (const [step, number, at] of [...begun, ...list]) {
            const { status, text } = await act(deals[at] ?? assert.fail(`${at}`), step, number);
            assert.ok([200, 400, 403, 409].includes(status), text);
            done.push(status);
          }
          await assertSame(first);
        },
      ),
      { numRuns: 12, endOnFailure: true },
    );
    assert.ok(done.filter((status) => status === 200).length > 10, done.join());
  });
});

describe('the statement of a month', () => {
  test('begins with what there was before, and never changes once the month is over', async () => {
    const sale = await aSale(app);
    await ways.INVOICED(sale);
    const first = monthOf(app.clock.now());
    const before = await statementOf(sale, 'partner', first);
    app.clock.advance(32 * 86_400_000);
    await done(advance(sale, 'seller', { action: 'ADVANCE' }));
    const second = monthOf(app.clock.now());
    assert.deepEqual(await statementOf(sale, 'partner', first), before);
    const rows = await statementOf(sale, 'partner', second);
    assert.deepEqual(
      rows.map(({ type, currency, amount, side }) => `${type} ${side} ${amount} ${currency}`),
      [
        'OPENING_OWED PARTNER 100 USD',
        'OPENING_PAID PARTNER 0 USD',
        'PAID PARTNER 100 USD',
        'CLOSING_OWED PARTNER 0 USD',
        'CLOSING_PAID PARTNER 100 USD',
      ],
    );
    assert.partialDeepStrictEqual(rows[2], {
      referral: sale.deals.partner,
      deal: 'Initech rollout',
      buyerCompany: 'Initech',
      invoiceNumber: 'INV-7',
    });
    await assertSame(sale);
    const { status, text } = await sale.seller.editor.call(
      'GET',
      `/prm/partner/${sale.ids.seller}/commissions/statement?month=2026-13`,
    );
    assert.equal(status, 400, text);
  });

  test('is a PDF with the same figures, made anew when they change', async () => {
    const sale = await aSale(app, { name: '=cmd()' });
    await ways.CONFIRMED(sale);
    const month = monthOf(app.clock.now());
    const link = async (): Promise<string> => {
      const path = `/prm/partner/${sale.ids.seller}/commissions/statement?month=${month}&format=pdf`;
      const reply = await sale.seller.viewer.call('GET', path);
      assert.equal(reply.status, 200, reply.text);
      return reply.body as string;
    };
    const [one, again] = [await link(), await link()];
    assert.equal(new URL(one).pathname, new URL(again).pathname);
    const file = await fetch(one);
    assert.match(await file.text(), /^%PDF/);
    assert.equal((await statementOf(sale, 'seller')).find(({ type }) => type === 'CONFIRMED')?.deal, "'=cmd()");
    await done(advance(sale, 'seller', { action: 'VOID' }));
    assert.notEqual(new URL(await link()).pathname, new URL(one).pathname);
  });
});

describe('the ledger of a partner', () => {
  test('is filtered, ordered and read page by page', async () => {
    const sale = await aSale(app);
    await ways.PAID(sale);
    await ways.CONFIRMED(await anotherDeal(sale, { name: 'Bigger', dealValue: 200000, currency: 'EUR' }));
    const names = async (query: string, side: Side = 'partner'): Promise<string[]> => {
      const path = `/prm/partner/${sale.ids[side]}/commissions?${query}`;
      const reply = await sale[side].viewer.call('GET', path);
      assert.equal(reply.status, 200, reply.text);
      return (reply.body as { data: { dealName: string }[] }).data.map(({ dealName }) => dealName);
    };
    assert.deepEqual(await names('s=-amount'), ['Bigger', 'Initech rollout']);
    assert.deepEqual(await names('status=PAID'), ['Initech rollout']);
    assert.deepEqual(await names('currency=EUR'), ['Bigger']);
    assert.deepEqual(await names('side=SELLER'), []);
    assert.deepEqual(await names('side=SELLER&status=CONFIRMED', 'seller'), ['Bigger']);
    assert.deepEqual(await names('invoiceNumber=INV-7'), ['Initech rollout']);
    assert.deepEqual(await names(`referralId=${sale.deals.partner}`), ['Initech rollout']);
    assert.deepEqual(await names(`q=${encodeURIComponent('(ilike deal_name "%igg%")')}`), ['Bigger']);
    assert.deepEqual(await names('page_size=1&page_number=2&s=amount'), ['Bigger']);
    const other = await aSale(app);
    await ways.PENDING(other);
    assert.equal((await names('')).length, 2, 'of this partner alone');
    const list = await sale.seller.editor.call('GET', `/cosell/referral?partnerId=${sale.ids.seller}`);
    assert.equal((list.body as { total_count: number }).total_count, 2);
    assert.ok((list.body as { data: { commission?: object }[] }).data.every(({ commission }) => commission));
  });
});
