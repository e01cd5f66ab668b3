import { setTimeout as sleep } from 'node:timers/promises';
import { Big } from '../../../server/src/kit/decimal.ts';
import type { ApiClient, Simulator } from '../client.ts';
import type { Connection } from '../credentials.ts';
import type { Market } from '../markets.ts';
import type { Purchase } from '../month-end/purchases.ts';
import type { Narrator } from '../narrate.ts';
import { costOf, judgeMoney, type PartnerBook, type Prices, type ServiceBook } from './judge-money.ts';

const dayMs = 24 * 3_600_000;
/** The clock advances in steps of this length while only bills and payments happen. */
const leapMs = 5 * dayMs;
const readWithinMs = 120_000;
/** Every channel is read at least once in this time. */
const syncMs = dayMs / 2 + 3_600_000;
/** Number of reads after the last payout; AZURE shows it in the analytics of a later day, which a later sync finds. */
const looks = 6;

const sum = (amounts: readonly (string | number)[]): Big =>
  amounts.reduce<Big>((total, amount) => total.plus(amount), new Big(0));

/** A purchase's prices (`month-end/purchases.ts`), and its money in the marketplace's own book. */
type Treasury = { prices: Prices; readBook(simulator: Simulator, agreementId: string): Promise<PartnerBook> };

type AwsBill = { invoiceId: string; amount: string };
type AwsEvent = { action: string; amount: string };
type AzureCharge = { amount: string; earning: string; status: string };
type GcpCharge = { amount: string; due: string; status: string };

const treasuries: Readonly<Record<Market['partner'], Treasury>> = {
  AWS: {
    prices: { unit: '0.01', upfront: '1000' },
    readBook: async (simulator, agreementId) => {
      const { bills } = await simulator.read<{ bills: AwsBill[] }>(`/control/aws/bill?agreementId=${agreementId}`);
      const paid: string[] = [];
      for (const { invoiceId } of bills) {
        const { events } = await simulator.read<{ events: AwsEvent[] }>(
          `/control/aws/billing-event?billId=${invoiceId}`,
        );
        // A row of a payout mirrors what it pays, with the opposite sign.
        for (const { action, amount } of events) if (action === 'DISBURSED') paid.push(amount);
      }
      return { billed: sum(bills.map(({ amount }) => amount)), paid: sum(paid).times(-1), held: new Big(0) };
    },
  },
  AZURE: {
    prices: { unit: '0.01', upfront: '0' },
    readBook: async (simulator, agreementId) => {
      const path = `/control/azure/charge?subscriptionId=${agreementId}`;
      const { charges } = await simulator.read<{ charges: AzureCharge[] }>(path);
      const inStatus = (...wanted: string[]): Big =>
        sum(charges.filter(({ status }) => wanted.includes(status)).map(({ earning }) => earning));
      return {
        billed: sum(charges.map(({ amount }) => amount)),
        paid: inStatus('Sent'),
        held: inStatus('Unprocessed', 'Upcoming'),
      };
    },
  },
  GCP: {
    prices: { unit: '0.01', upfront: '0' },
    readBook: async (simulator, agreementId) => {
      const path = `/control/gcp/charge?orderId=${agreementId}`;
      const { charges } = await simulator.read<{ charges: GcpCharge[] }>(path);
      return {
        billed: sum(charges.map(({ amount }) => amount)),
        paid: sum(charges.filter(({ status }) => status === 'PAID').map(({ due }) => due)),
        held: new Big(0),
      };
    },
  },
};

type UnifiedRecord = {
  currency: string;
  outstanding: number;
  billing: { amount: number; fee: number };
  collection: { amount: number };
  disbursement: { amount: number };
};

const readService = async (api: ApiClient, entitlementId: string): Promise<ServiceBook> => {
  const { data } = await api.read<{ data: UnifiedRecord[] }>(
    `/revenue/records?page_size=1000&entitlementId=${entitlementId}`,
  );
  const foreign = data.find(({ currency }) => currency !== 'USD');
  if (foreign) throw new Error(`a record is in ${foreign.currency}`);
  return {
    billed: sum(data.map(({ billing }) => billing.amount)),
    fee: sum(data.map(({ billing }) => billing.fee)),
    collected: sum(data.map(({ collection }) => collection.amount)),
    disbursed: sum(data.map(({ disbursement }) => disbursement.amount)),
    outstanding: sum(data.map(({ outstanding }) => outstanding)),
  };
};

type Difference = {
  kind: string;
  cause?: string;
  period: string;
  expectedAmount?: number;
  billedAmount: number;
};

/** Bills of a purchase that the service itself considers wrong or cannot judge. */
const readDifferences = async (api: ApiClient, entitlementId: string): Promise<string[]> => {
  const path = `/revenue/difference?page_size=100&status=OPEN&entitlementId=${entitlementId}`;
  const { data } = await api.read<{ data: Difference[] }>(path);
  return data.map(
    ({ kind, cause = 'no cause', period, expectedAmount = 0, billedAmount }) =>
      `the service says ${kind} (${cause}) of ${period}: ${billedAmount} billed, ${expectedAmount} expected`,
  );
};

type Health = { lastSyncTime?: string; lastSyncStatus: string; lastError?: { message: string } };

/** Lets every channel be read once more, after the clock's present time. */
const syncAll = async ({ api }: Connection, simulator: Simulator, partners: readonly string[]): Promise<void> => {
  const since = await simulator.now();
  await simulator.advanceTo(since + syncMs);
  const limit = performance.now() + readWithinMs;
  for (const partner of partners) {
    for (;;) {
      const health = await api.read<Health>(`/revenue/connection/${partner}/health`);
      if (Date.parse(health.lastSyncTime ?? '') >= since && health.lastSyncStatus === 'SUCCESS') break;
      if (performance.now() > limit)
        throw new Error(
          `${partner} was not read: ${health.lastSyncStatus}, ${health.lastError?.message ?? 'no error'}`,
        );
      await sleep(300);
      await simulator.advanceTo((await simulator.now()) + 60_000);
    }
  }
};

/** The 20th of the third month after a time: by then usage of that month is billed, collected and paid out everywhere. */
const paidOutAfter = (time: number): number => {
  const date = new Date(time);
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 3, 20);
};

type Place = { connection: Connection; simulator: Simulator; narrator: Narrator };

/**
 * Follows the money of purchases at AWS, AZURE and GCP to the end: the reported usage is billed, paid by the buyers and paid out, and
 * the service records all of it, to the cent. Returns the differences.
 */
export const runMoney = async (
  { connection, simulator, narrator }: Place,
  purchases: readonly Purchase[],
): Promise<string[]> => {
  const { chapter, say, table } = narrator;
  chapter('The marketplaces bill, the buyers pay, and the money arrives');
  const partners = purchases.map(({ market }) => market.partner);
  const end = paidOutAfter(await simulator.now());
  for (let now = await simulator.now(); now < end; now = await simulator.now())
    await simulator.advanceTo(Math.min(now + leapMs, end));
  const findings: string[] = [];
  const rows: string[][] = [];
  for (let look = 1; look <= looks; look += 1) {
    await syncAll(connection, simulator, partners);
    findings.length = 0;
    rows.length = 0;
    for (const { market, entitlementId, agreementId } of purchases) {
      const { partner } = market;
      const treasury = treasuries[partner];
      const cost = costOf(await market.readJournal(simulator, agreementId), treasury.prices);
      const service = await readService(connection.api, entitlementId);
      const book = await treasury.readBook(simulator, agreementId);
      const { billed, fee, collected, disbursed, outstanding } = service;
      rows.push([partner, ...[cost, billed, fee, collected, disbursed, outstanding].map((one) => one.toFixed(2))]);
      const differences = await readDifferences(connection.api, entitlementId);
      for (const finding of [...judgeMoney(cost, service, book), ...differences])
        findings.push(`${partner}, ${finding}`);
    }
    if (findings.length === 0) break;
  }
  table([['marketplace', 'told × price', 'billed', 'fee', 'collected', 'disbursed', 'outstanding'], ...rows]);
  if (findings.length === 0) say('billed is told times price, and all that was collected has arrived');
  for (const finding of findings) say(`WRONG: ${finding}`);
  return findings;
};
