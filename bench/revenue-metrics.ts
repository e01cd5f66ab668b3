/**
 * How long the SaaS metrics of a large seller take: 2,000 entitlements with three terms each, over 24 months.
 *
 *   node bench/revenue-metrics.ts
 */
import {
  explainCell,
  readRecurringRevenue,
  reportMetrics,
  reviewMetrics,
} from '../server/src/domain/revenue/metrics/metrics.ts';
import type { RecurringItem } from '../server/src/domain/revenue/metrics/recurring-item.ts';
import { showLine } from '../server/src/domain/revenue/metrics/show-line.ts';

const dayMs = 86_400_000;
const begin = Date.parse('2023-01-01T00:00:00Z');
const entitlements = 2000;
const terms = 3;

/** A seeded source, so that each run has the same history. */
let seed = 7;
const random = (below: number): number => {
  seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
  return Math.floor((seed / 2_147_483_648) * below);
};

const termsOf = (entitlement: number): RecurringItem[] => {
  const [buyer, product] = [random(1400), random(12)];
  const days = [30, 90, 365][random(3)] ?? 30;
  let start = begin + random(700) * dayMs + random(24) * 3_600_000;
  return Array.from({ length: terms }, (_, index): RecurringItem => {
    const end = start + days * dayMs;
    const one: RecurringItem = {
      id: `item-${entitlement}-${index}`,
      buyerId: `buyer-${buyer}`,
      productId: `product-${product}`,
      partner: ['AWS', 'AZURE', 'GCP'][entitlement % 3] ?? 'AWS',
      entitlementId: `ent-${entitlement}`,
      termId: `term-${entitlement}-${index}`,
      currency: random(5) === 0 ? 'EUR' : 'USD',
      amount: `${100 + random(100_000)}.${10 + random(90)}`,
      period: random(3) === 0 ? { days } : { months: [1, 3, 12, 36][random(4)] ?? 1 },
      isOneTime: false,
      signedTime: new Date(start - 5 * dayMs),
      start: new Date(start),
      end: new Date(end),
      ...(random(10) === 0
        ? { cancellations: [{ time: new Date(start + 10 * dayMs), end: new Date(end), withdrawnTime: null }] }
        : {}),
      ...(random(10) === 0
        ? { discounts: [{ amount: '10', isOneTime: false, start: new Date(start), end: new Date(start + 20 * dayMs) }] }
        : {}),
    };
    start = end + random(60) * dayMs;
    return one;
  });
};

const items = Array.from({ length: entitlements }, (_, index) => termsOf(index)).flat();
const query = {
  from: new Date('2023-06-01T04:00:00Z'),
  until: new Date('2025-06-01T04:00:00Z'),
  granularity: 'month',
  zone: 'America/New_York',
} as const;
const rates = {
  name: 'bench',
  currency: 'USD',
  rates: Array.from({ length: 1000 }, (_, day) => ({
    currency: 'EUR',
    time: new Date(begin + day * dayMs),
    rate: `1.${1000 + random(999)}`,
  })),
};
const cell = { period: '2024-05', row: 'churn', currency: 'USD', isConverted: false, group: null } as const;

const works: readonly [string, () => unknown][] = [
  ['24 months, per currency', () => reportMetrics(items, query)],
  ['the same, net', () => reportMetrics(items, { ...query, settings: { movements: 'net' } })],
  ['the same, by product', () => reportMetrics(items, { ...query, groupBy: 'product' })],
  ['the same, by buyer', () => reportMetrics(items, { ...query, groupBy: 'buyer' })],
  ['the same, by product and converted', () => reportMetrics(items, { ...query, groupBy: 'product', rates })],
  ['a whole dashboard, by product', () => reviewMetrics(items, { ...query, groupBy: 'product' })],
  ['shown', () => reportMetrics(items, query).lines.map((line) => showLine(line, 'arr'))],
  ['one cell opened', () => explainCell(items, query, cell)],
  ['MRR, ARR and committed MRR now', () => readRecurringRevenue(items, query.until)],
];

const rounds = 40;
const warmUp = 20;
const shown = (sorted: readonly number[], share: number): string =>
  (sorted[Math.floor((sorted.length - 1) * share)] ?? 0).toFixed(1).padStart(6);

const processorMs = (): number => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
};

process.stdout.write(`${items.length} items, ${rounds} rounds after ${warmUp} to warm up. Milliseconds:\n`);
for (const [name, work] of works) {
  const taken = Array.from({ length: warmUp + rounds }, () => {
    const [started, used] = [performance.now(), processorMs()];
    work();
    return { elapsed: performance.now() - started, processor: processorMs() - used };
  });
  const [first] = taken.splice(0, warmUp);
  const sortedBy = (key: 'elapsed' | 'processor'): number[] =>
    taken.map((one) => one[key]).sort((left, right) => left - right);
  const [elapsed, processor] = [sortedBy('elapsed'), sortedBy('processor')];
  const columns = [
    `median ${shown(elapsed, 0.5)}`,
    `best ${shown(elapsed, 0)}`,
    `first ${shown([first?.elapsed ?? 0], 0)}`,
    `processor time ${shown(processor, 0.5)}`,
  ];
  process.stdout.write(`${name.padEnd(36)} ${columns.join('  ')}\n`);
}
