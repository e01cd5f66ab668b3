import { setTimeout as sleep } from 'node:timers/promises';
import { daysAround, readGroups, readReportRows } from '../books.ts';
import { type PlannedKill, planKills, planKillsIn } from '../chaos.ts';
import type { Simulator } from '../client.ts';
import { compareBooks, type Identity, type JournalRecord } from '../compare.ts';
import type { Connection } from '../credentials.ts';
import { createLedger } from '../ledger.ts';
import { type Market, markets } from '../markets.ts';
import { monthEndAfter } from '../month.ts';
import type { Narrator } from '../narrate.ts';
import type { Service } from '../service.ts';
import { planUsage } from '../usage-plan.ts';
import { countWaiting, type Meter, reportMinute, runWeek, say, type Week, type WeekCounts } from '../week.ts';
import { type ClosingUsage, planClosingUsage, withClosingUsage } from './closing-usage.ts';
import { findTooLate, judgeMonth, splitAtMonthEnd } from './judge-month.ts';
import { happeningsAround } from './messages.ts';
import { buyEverywhere, meteredDimensions, type Purchase } from './purchases.ts';
import { checkProof } from './read-proof.ts';

type Place = { service: Service; connection: Connection; simulator: Simulator; narrator: Narrator };

const hourMs = 3_600_000;
const minuteMs = 60_000;
/** The last hours of the month, and the first of the next: until after the cut-off of each marketplace. */
const hoursBefore = 30;
const hoursAfter = 12;
const hours = hoursBefore + hoursAfter;
/** Hours reserved for making the purchases. */
const leadHours = 3;
/** In the hour of a report, the clock waits for the service until this minute at most. */
const lastMinute = 55;
const waitMs = 90_000;
const stepMs = 300;
const toldWithinMs = 90_000;

type Metered = Meter & { purchase: Purchase; closing: readonly ClosingUsage[] };

/** A meter with its plan: usage by chance, usage around the end of the month, and failures before the cut-off. */
const planMeter = (purchase: Purchase, seed: string, chaos: boolean, start: number): Metered => {
  const { market, entitlementId } = purchase;
  const own = `${market.partner.toLowerCase()}-${seed}`;
  const closing = planClosingUsage(market, own, start);
  const usage = planUsage({ seed: own, hours, dimensions: meteredDimensions, chaos, market });
  const plan = withClosingUsage(usage, closing).map(({ calls, faults }, hour) => ({
    calls,
    faults: isLastCall(market, start, hour) ? [...faults, ...lastCallFaults(market)] : faults,
  }));
  return { market, entitlementId, ledger: createLedger(), plan, purchase, closing };
};

/** In this hour of the plan, usage of the old month is reported for the last time. */
const isLastCall = (market: Market, start: number, hour: number): boolean => {
  const lastHour = market.monthEndOf(start) - hourMs;
  return market.deadlineOf(lastHour) === start + (hour + 1) * hourMs;
};

/** Kills by chance, and one in each hour in which a marketplace accepts usage of the old month for the last time. */
const planMonthKills = (seed: string, start: number): PlannedKill[] => {
  const all = Array.from({ length: hours }, (_, hour) => hour);
  const lastCalls = all.filter((hour) => Object.values(markets).some((market) => isLastCall(market, start, hour)));
  return [...planKills(`month ${seed}`, hours), ...planKillsIn(seed, lastCalls)];
};

const lastCallFaults = ({ operation }: Market) => [
  { name: 'throttle', operation, count: 1, options: {} },
  { name: 'timeout-after', operation, count: 1, options: {} },
  { name: 'half-answer', operation, count: 1, options: {} },
];

/**
 * Waits for the usage that was reported in earlier hours, and for all that the marketplace accepts for the last time
 * before the next report. The clock stays within the hour, and advances by minutes, because pauses before a retry are
 * in business time.
 */
const letCatchUp = async (week: Week, hour: number): Promise<void> => {
  const begin = week.start + hour * hourMs;
  const reportTime = begin + reportMinute * minuteMs;
  const isAwaited = ({ reported, used }: { reported: number; used: number }, market: Market): boolean => {
    const deadline = market.deadlineOf(Math.floor(used / hourMs) * hourMs);
    return reported < begin || (deadline > reportTime && deadline <= reportTime + hourMs);
  };
  const limit = performance.now() + waitMs;
  let before = Number.POSITIVE_INFINITY;
  for (;;) {
    const waiting = await countWaiting(week, isAwaited);
    if (waiting === 0) return;
    if (performance.now() > limit) return say(week, hour, `${waiting} groups still wait to be submitted`);
    await sleep(stepMs);
    const next = (await week.simulator.now()) + minuteMs;
    // While the service makes progress, it gets the time that it needs.
    if (waiting === before && next <= begin + lastMinute * minuteMs) await week.simulator.advanceTo(next);
    before = waiting;
  }
};

/** Advances the clock until no usage waits; what still waits in the end shows up in the comparison. */
const waitUntilTold = async (week: Week): Promise<void> => {
  const limit = performance.now() + toldWithinMs;
  while (performance.now() < limit && (await countWaiting(week, () => true)) > 0) {
    await sleep(stepMs);
    await week.simulator.advanceTo((await week.simulator.now()) + minuteMs);
  }
};

const columns = ['accepted', 'told', 'carried', 'pending', 'failed', 'invalid', 'difference'] as const;

const monthOf = (time: number): string => new Date(time).toISOString().slice(0, 7);

const resendsOf = (journal: readonly JournalRecord[]): number =>
  journal.filter(({ identicalResends = 0 }) => identicalResends > 0).length;

/** Faults that occurred less often than planned, so that the run did not cover them. */
const findIdleFaults = async (simulator: Simulator, { partner, control }: Market): Promise<string[]> => {
  type Fault = { name: string; operation: string | null; remaining: number | null };
  const { faults } = await simulator.read<{ faults: Fault[] }>(`${control}/fault`);
  return faults
    .filter(({ remaining }) => remaining !== 0)
    .map(
      ({ name, operation, remaining }) => `${partner}, the fault ${name} of ${operation} has ${remaining} strikes left`,
    );
};

/** Compares the books of one marketplace, as a whole and month by month. */
const compareMeter = async (
  { api, simulator, start }: Week,
  { market, entitlementId, ledger, purchase, closing }: Metered,
): Promise<{ rows: string[][]; findings: string[]; identities: Identity[]; summary: string }> => {
  const now = await simulator.now();
  const days = daysAround(start, now);
  const accepted = ledger.entries();
  const groups = await readGroups(api, entitlementId, days);
  const journal = await market.readJournal(simulator, purchase.agreementId);
  const monthBooks = { market, start, reportMinute, accepted, groups, journal };
  const endsAs = findTooLate(monthBooks);
  const books = {
    accepted,
    unanswered: ledger.unanswered(),
    groups,
    rows: await readReportRows(api, entitlementId, days),
    journal,
    severalInHour: market.severalInHour,
    endsAs,
  };
  const monthEnd = market.monthEndOf(start);
  const [before, after] = splitAtMonthEnd(books, start, monthEnd).map(compareBooks);
  const whole = compareBooks(books);
  const proof = await checkProof(
    api,
    { entitlementId, from: start - 24 * hourMs, before: now },
    whole.identities,
    new Set(endsAs.keys()),
  );
  const shown = (month: string, identities: readonly Identity[] = []): string[][] =>
    identities.map((one) => [market.partner, month, one.dimension, ...columns.map((column) => one[column].toFixed())]);
  const findings = [
    ...whole.findings,
    ...(before?.findings ?? []),
    ...(after?.findings ?? []),
    ...judgeMonth(monthBooks, closing),
    ...proof.findings,
  ];
  return {
    rows: [...shown(monthOf(start), before?.identities), ...shown(monthOf(monthEnd), after?.identities)],
    findings: [...new Set(findings)].map((finding) => `${market.partner}, ${finding}`),
    identities: [...whole.identities, ...(before?.identities ?? []), ...(after?.identities ?? [])],
    summary:
      `${market.partner}: ${journal.length} records counted, ${resendsOf(journal)} of them sent again as they were, ` +
      `${endsAs.size} groups came too late; the service's balance of ${proof.hours} hours and dimensions and its ${proof.drifts} drifts agree with it`,
  };
};

export type MonthEnd = { findings: string[]; identities: Identity[]; counts: WeekCounts; purchases: Purchase[] };

/**
 * The end of a month at AWS, AZURE and GCP at once, for one organization: usage is reported in time, in the last hour
 * before each cut-off and after it, while the marketplaces fail and their messages are lost or arrive twice.
 */
export const runMonthEnd = async (
  { service, connection, simulator, narrator }: Place,
  { seed, chaos }: { seed: string; chaos: boolean },
): Promise<MonthEnd> => {
  const { api, organizationId } = connection;
  const { chapter, table } = narrator;
  chapter('A purchase at each marketplace, before the end of a month');
  const monthEnd = monthEndAfter(await simulator.now(), hoursBefore + leadHours);
  const start = monthEnd - hoursBefore * hourMs;
  await simulator.advanceTo(start - leadHours * hourMs);
  const purchases = await buyEverywhere(connection, simulator);
  for (const { market, agreementId, entitlementId } of purchases)
    narrator.say(`${market.partner}: agreement ${agreementId}, entitlement ${entitlementId}`);

  chapter(`${hours} hours around the end of the month${chaos ? `, chaos ${seed}` : ''}`);
  const meters = purchases.map((purchase) => planMeter(purchase, seed, chaos, start));
  const kills = chaos ? planMonthKills(seed, start) : [];
  const happenings = happeningsAround(hoursBefore);
  const week: Week = { api, simulator, service, narrator, organizationId, start, hours, meters, kills };
  week.endHour = async (hour) => {
    await letCatchUp(week, hour);
    for (const { partner, title, live } of happenings.filter((one) => one.hour === hour)) {
      const purchase = purchases.find(({ market }) => market.partner === partner);
      if (!purchase) continue;
      say(week, hour, `${partner}: ${title}`);
      await live({ api, simulator, purchase });
    }
  };
  const counts = await runWeek(week);

  chapter('The month is over, and the books of each marketplace are compared');
  // The last hour has settled.
  await simulator.advanceTo(start + (hours + 2) * hourMs);
  await waitUntilTold(week);
  const compared = [];
  for (const meter of meters) compared.push(await compareMeter(week, meter));
  table([['marketplace', 'month', 'dimension', ...columns], ...compared.flatMap(({ rows }) => rows)]);
  for (const { summary, findings: own } of compared) if (own.length === 0) narrator.say(summary);
  const findings = compared.flatMap((one) => one.findings);
  // Chance may plan a fault for the last hour.
  if (!chaos) for (const { market } of purchases) findings.push(...(await findIdleFaults(simulator, market)));
  for (const finding of findings.slice(0, 60)) narrator.say(`WRONG: ${finding}`);
  return { findings, identities: compared.flatMap(({ identities }) => identities), counts, purchases };
};
