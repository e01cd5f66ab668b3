import type { TestContext } from 'node:test';
import type fc from 'fast-check';
import { itemOf, type Message, openBench as openAdyenBench } from '../../../../simulators/adyen/adyen.test-support.ts';
import { sell, upfront } from '../../../../simulators/aws/feeds/feed-bench.test-support.ts';
import { seedProduct as seedAwsProduct } from '../../../../simulators/aws/simulator.test-support.ts';
import { seedProduct as seedAzureProduct } from '../../../../simulators/azure/azure.test-support.ts';
import { seedProduct as seedGcpProduct } from '../../../../simulators/gcp/gcp.test-support.ts';
import { openPayer, openBench as openStripeBench } from '../../../../simulators/stripe/stripe.test-support.ts';
import * as adyen from '../../adapters/revenue/adyen/history.test-support.ts';
import { openReader as openAwsReader } from '../../adapters/revenue/aws/feed-bench.test-support.ts';
import * as aws from '../../adapters/revenue/aws/history.test-support.ts';
import { openReader as openAzureReader } from '../../adapters/revenue/azure/feed-bench.test-support.ts';
import * as azure from '../../adapters/revenue/azure/history.test-support.ts';
import { openReader as openGcpReader } from '../../adapters/revenue/gcp/feed-bench.test-support.ts';
import * as gcp from '../../adapters/revenue/gcp/history.test-support.ts';
import * as stripe from '../../adapters/revenue/stripe/history.test-support.ts';

// Five partners, each with its own history and books. Amounts of books are whole numbers of 10^-12, computed from the partner's own
// interfaces, without using the service.

const digits = 12;
const dayMs = 86_400_000;

/** A decimal as a whole number of 10^-12. */
export const exact = (text: string): bigint => {
  const [, sign = '', whole = '', fraction = ''] = /^(-?)(\d+)(?:\.(\d+))?$/.exec(text) ?? [];
  if (whole === '' || fraction.length > digits) throw new Error(`${text} is no amount that can be held`);
  return BigInt(`${sign}${whole}${fraction.padEnd(digits, '0')}`);
};

const sum = (amounts: readonly bigint[]): bigint => amounts.reduce((total, amount) => total + amount, 0n);
const sumOf = <T>(list: readonly T[], amountOf: (one: T) => string): bigint =>
  sum(list.map((one) => exact(amountOf(one))));

const minorDigits: Readonly<Record<string, number>> = { USD: 2, EUR: 2, JPY: 0, KWD: 3 };
const fromMinor = (units: number, currency: string): bigint =>
  BigInt(units) * 10n ** BigInt(digits - (minorDigits[currency] ?? Number.NaN));

export type Figure = 'billed' | 'fee' | 'collected' | 'disbursed' | 'outstanding';

/** What a partner's books say of a sale in a currency, or (`record` null) of all that went through the channel. */
export type Stated = { record: string | null; currency: string; amounts: Partial<Record<Figure, bigint>> };

/** `history` makes things happen; some of them read in between. */
export type Partner = {
  partner: 'AWS' | 'AZURE' | 'GCP' | 'STRIPE' | 'ADYEN';
  origin: string;
  service: 'MARKETPLACE' | 'PAYMENT';
  accountId: string;
  credentials: Record<string, string>;
  now: () => number;
  history: (sample: <T>(steps: fc.Arbitrary<T>) => T[], read: () => Promise<void>) => Promise<void>;
  /** What has to happen between a first and a second read, so that the second has everything. */
  pause: () => Promise<unknown>;
  /** Until what the read before requested is ready. */
  prepare: () => Promise<unknown>;
  books: () => Promise<Stated[]>;
};

const nothing = async (): Promise<void> => {};

const openAws = async (t: TestContext): Promise<Partner> => {
  const reader = await openAwsReader(t);
  return {
    ...{ partner: 'AWS', origin: reader.url, service: 'MARKETPLACE', accountId: reader.access.accountId },
    credentials: { ...reader.access.credentials, feedBucket: reader.access.bucket },
    now: () => reader.clock.now(),
    history: async (sample, read) => {
      await reader.settle({ listingFeePercent: '2.75', tax: { party: 'Seller', percent: '7.25' } });
      const { productId } = await seedAwsProduct(reader);
      await sell(reader, productId, [upfront('12.34')]);
      for (const [index, step] of sample(aws.stepOf).entries()) await aws.take(reader, step, productId, index);
      await aws.onBill(reader, { kind: 'return', bill: 0, percent: 30, memo: 'REFUND', withFee: true });
      await reader.deliver();
      await read();
      await reader.wait('PT1H');
      for (const [bill] of (await aws.billsOf(reader)).entries()) await aws.onBill(reader, { kind: 'restate', bill });
      await reader.wait('P50D');
      await reader.deliver();
    },
    pause: nothing,
    prepare: nothing,
    books: async () => {
      type Disbursement = { status: string; amount: string };
      const { disbursements } = await reader.get<{ disbursements: Disbursement[] }>('/aws/payout');
      const { balance } = await reader.get<{ balance: { USD?: string } }>(`/aws/account/${reader.seller.id}/billing`);
      const paid = sumOf(
        disbursements.filter(({ status }) => status === 'PAID'),
        ({ amount }) => amount,
      );
      const billed = sumOf(await aws.billsOf(reader), ({ amount }) => amount);
      const outstanding = exact(balance.USD ?? '0');
      return [{ record: null, currency: 'USD', amounts: { billed, collected: paid, disbursed: paid, outstanding } }];
    },
  };
};

const openAzure = async (t: TestContext): Promise<Partner> => {
  const reader = await openAzureReader(t);
  const { control, clock, access } = reader;
  return {
    ...{ partner: 'AZURE', origin: reader.url, service: 'MARKETPLACE', accountId: access.accountId },
    credentials: access.credentials as Record<string, string>,
    now: () => clock.now(),
    history: async (sample, read) => {
      await seedAzureProduct(reader, { plans: azure.plans });
      await control('PUT', '/account/contoso/billing', { feePercent: '3.5', minimumPayout: '1', holdDays: 10 });
      await read();
      const context: azure.Context = { bought: [], read };
      for (const plan of ['silver', 'gold', 'metered'] as const)
        await azure.take(reader, { act: 'buy', plan, seats: 3, buyer: 0 }, context);
      for (const step of sample(azure.stepOf)) await azure.take(reader, step, context);
      await control('DELETE', '/fault');
      // What was billed is sent, and given back, between one report and another.
      await clock.advance(4 * dayMs);
      await read();
      for (const [which] of (await azure.chargesOf(reader)).entries())
        await azure.take(reader, { act: 'correct', which, how: 'refund-part', cents: 100 }, context);
      await clock.advance(50 * dayMs);
      await read();
    },
    pause: () => clock.advance(8 * dayMs),
    prepare: () => clock.advance(dayMs / 24),
    books: async () => {
      const charges = Map.groupBy(
        await azure.chargesOf(reader),
        ({ purchaseRecordId, subscriptionId }) => `${purchaseRecordId}/${subscriptionId}`,
      );
      return [...charges].map(([record, own]): Stated => {
        const earned = (counts: (charge: azure.Charge) => boolean): bigint =>
          sumOf(own.filter(counts), ({ earning }) => earning);
        return {
          ...{ record, currency: 'USD' },
          amounts: {
            billed: sumOf(own, ({ amount }) => amount),
            fee: sumOf(own, ({ fee }) => fee),
            collected: earned(({ status }) => status !== 'Uncollected'),
            disbursed: earned(({ status }) => status === 'Sent'),
            outstanding: earned(({ status }) => status === 'Uncollected'),
          },
        };
      });
    },
  };
};

const openGcp = async (t: TestContext): Promise<Partner> => {
  const reader = await openGcpReader(t);
  return {
    ...{ partner: 'GCP', origin: reader.url, service: 'MARKETPLACE', accountId: reader.access.accountId },
    credentials: { ...reader.access.credentials, reportBucket: reader.access.bucket },
    now: () => reader.clock.now(),
    history: async (sample, read) => {
      const product = await seedGcpProduct(reader, { multipleOrders: true });
      await reader.control('PUT', '/account/acme-public/settlement', { googleSharePercent: '3.5' });
      const seller: gcp.Seller = { reader, product, orders: [], read };
      const first = ['pro', 'payg'].map((plan, account) => ({ kind: 'buy', plan, account }) as gcp.Step);
      for (const [number, step] of [...first, ...sample(gcp.stepOf)].entries()) await gcp.take(seller, step, number);
      await reader.control('DELETE', '/fault');
      await reader.clock.advance(45 * dayMs);
      // A row of each report is stated wrongly, and read before the report is written again.
      for (const { name } of await reader.parts()) {
        const [, of] = /^(\d{4}-\d{2})-01 Detailed/.exec(name) ?? [];
        if (!of) continue;
        await reader.fault('report-restated-row', { operation: 'DetailedDisbursements', value: '1.25' });
        await reader.control('POST', '/account/acme-public/report', { kind: 'detailed-disbursements', of });
      }
      await read();
      for (const [which] of (await gcp.chargesOf(reader)).entries())
        await gcp.take(seller, { kind: 'refund', which, cents: 250 }, 0);
      // Until all usage has been billed and settled, and what was spoiled is right.
      await reader.clock.advance(80 * dayMs);
    },
    pause: nothing,
    prepare: nothing,
    books: async () => {
      const charges = (await gcp.chargesOf(reader)).filter(({ status }) => status !== 'OPEN');
      return [...Map.groupBy(charges, ({ entitlementId }) => entitlementId)].map(([record, own]): Stated => {
        const due = (...statuses: string[]): bigint => {
          const counted = own.filter(({ status }) => statuses.includes(status));
          return sumOf(counted, ({ amount }) => amount) - sumOf(counted, ({ googleShare }) => googleShare);
        };
        return {
          ...{ record, currency: 'USD' },
          amounts: {
            billed: sumOf(own, ({ amount }) => amount),
            fee: sumOf(own, ({ googleShare }) => googleShare),
            collected: due('PAID', 'RELEASED'),
            disbursed: due('PAID', 'RELEASED'),
            outstanding: due('WITHHELD'),
          },
        };
      });
    },
  };
};

const openStripe = async (t: TestContext): Promise<Partner> => {
  const bench = await openStripeBench(t, { startsAt: '2026-09-07T10:00:00Z' });
  const { account, control, clock } = bench;
  return {
    ...{ partner: 'STRIPE', origin: bench.url, service: 'PAYMENT', accountId: account.id },
    credentials: { apiKey: account.secretKey },
    now: () => clock.now(),
    history: async (sample, read) => {
      await control('PUT', `/account/${account.id}/terms`, {
        conversions: { eur: { currency: 'usd', rate: '1.0837' } },
      });
      const pay = await openPayer(bench);
      for (const step of sample(stripe.stepOf)) await stripe.take(bench, step, { pay, read });
      await pay(90_000);
      await read();
      await stripe.take(bench, { act: 'refund', amount: 100, pick: 0 }, { pay, read });
      await clock.advance(5 * dayMs);
    },
    pause: nothing,
    prepare: nothing,
    books: async () => {
      const { transactions, holders, isLive, byCharge } = await stripe.readBooks(bench);
      type One = Parameters<Parameters<typeof transactions.forEach>[0]>[0];
      const total = (own: readonly One[], name: 'amount' | 'fee' | 'net'): bigint =>
        sum(own.map((one) => fromMinor(one[name], one.currency.toUpperCase())));
      const byCurrency = (own: readonly One[]) => [...Map.groupBy(own, ({ currency }) => currency.toUpperCase())];
      const sales = [...byCharge].flatMap(([record, ids]) =>
        byCurrency([...ids].flatMap((id) => transactions.get(id) ?? [])).map(([currency, own]): Stated => {
          const paidOut = own.filter(({ id }) => isLive(holders.get(id)));
          const [billed, fee, collected] = [total(own, 'amount'), total(own, 'fee'), total(own, 'net')];
          const disbursed = total(paidOut, 'net');
          return { record, currency, amounts: { billed, fee, collected, disbursed, outstanding: 0n } };
        }),
      );
      const earned = [...transactions.values()].filter(({ type }) => !type.startsWith('payout'));
      const all = byCurrency(earned).map(
        ([currency, own]): Stated => ({ record: null, currency, amounts: { collected: total(own, 'net') } }),
      );
      return [...sales, ...all];
    },
  };
};

const openAdyen = async (t: TestContext): Promise<Partner & { announced: () => Promise<unknown[]> }> => {
  const bench = await openAdyenBench(t, { startsAt: '2026-09-07T10:00:00Z' });
  const { account, control, clock } = bench;
  await control('PUT', `/account/${account.id}/message-target`, { url: 'http://127.0.0.1:9/' });
  const { username: reportUser, password: reportPassword } = account.reportUser;
  return {
    ...{ partner: 'ADYEN', origin: bench.url, service: 'PAYMENT', accountId: account.id },
    credentials: { apiKey: account.apiKey, hmacKey: account.hmacKey, reportUser, reportPassword },
    now: () => clock.now(),
    announced: async () => {
      const { messages } = (await control('GET', `/message?accountId=${account.id}`)) as unknown as {
        messages: { body: Message }[];
      };
      return messages.map(({ body }) => itemOf(body));
    },
    history: async (sample, read) => {
      const terms = { conversions: { USD: { currency: 'EUR', rate: '0.9137' } }, depositBasisPoints: 500 };
      await control('PUT', `/account/${account.id}/terms`, terms);
      const paid: adyen.Paid[] = [];
      for (const step of sample(adyen.stepOf)) await adyen.take(bench, step, { paid, read });
      await adyen.take(bench, { act: 'pay', amount: 50_000, pick: 0 }, { paid, read });
      await clock.advance(4 * dayMs);
      await read();
      // A refund, and a report that is made again.
      await adyen.take(bench, { act: 'refund', amount: 1000, pick: paid.length - 1 }, { paid, read });
      await adyen.take(bench, { act: 'restate', amount: 1, pick: 0 }, { paid, read });
      await clock.advance(dayMs);
      await control('POST', `/account/${account.id}/batch`);
      await clock.advance(5 * dayMs);
    },
    pause: nothing,
    prepare: nothing,
    books: async () => {
      const movements = (bench.snapshot().movements ?? []) as adyen.Movement[];
      const booked = movements.filter(({ batch }) => batch !== null);
      const costOf = ({ costs }: adyen.Movement): number =>
        costs.commission + costs.markup + costs.schemeFees + costs.interchange;
      const total = (own: readonly adyen.Movement[], of: (one: adyen.Movement) => number): bigint =>
        sum(own.map((one) => fromMinor(of(one), one.net.currency)));
      const ofSales = booked.filter(({ type }) => /^(Settled|Refunded|Chargeback)/.test(type));
      const sales = [...Map.groupBy(ofSales, ({ pspReference }) => pspReference)].map(([record, own]): Stated => {
        const [net, fee] = [total(own, (one) => one.net.value), total(own, costOf)];
        const amounts = { billed: net + fee, fee, collected: net, disbursed: net, outstanding: 0n };
        return { record, currency: own[0]?.net.currency ?? '', amounts };
      });
      const kept = ['MerchantPayout', 'DepositCorrection', 'Balancetransfer'];
      const all = [...Map.groupBy(booked, ({ net }) => net.currency)].map(([currency, own]): Stated => {
        const out = (types: readonly string[]): bigint =>
          -total(
            own.filter(({ type }) => types.includes(type)),
            (one) => one.net.value,
          );
        return { record: null, currency, amounts: { collected: out(kept), disbursed: out(['MerchantPayout']) } };
      });
      return [...sales, ...all];
    },
  };
};

/** A simulator of each channel, with an account. */
export const openPartners = async (t: TestContext) => {
  const last = await openAdyen(t);
  const partners: Partner[] = [await openAws(t), await openAzure(t), await openGcp(t), await openStripe(t), last];
  return { partners, announced: last.announced };
};
