import { setTimeout as sleep } from 'node:timers/promises';
import { daysAround, readWaiting, type WaitingUsage } from './books.ts';
import { type Phase, type PlannedKill, runWithKills } from './chaos.ts';
import { type Answer, type ApiClient, type Simulator, unexpected } from './client.ts';
import type { Ledger } from './ledger.ts';
import type { Market } from './markets.ts';
import type { Narrator } from './narrate.ts';
import type { Service } from './service.ts';
import type { PlannedCall, PlannedFault, PlannedHour, Usage } from './usage-plan.ts';

/** Usage of one entitlement at one marketplace: the plan to report it by, and the client's book of it. */
export type Meter = { market: Market; entitlementId: string; ledger: Ledger; plan: readonly PlannedHour[] };

/** Hours in which usage of some entitlements is reported. */
export type Week = {
  api: ApiClient;
  simulator: Simulator;
  service: Service;
  narrator: Narrator;
  organizationId: string;
  /** The first instant of the first hour, epoch milliseconds. */
  start: number;
  hours: number;
  meters: readonly Meter[];
  kills: readonly PlannedKill[];
  /** What happens at the end of an hour; by default, the clock waits now and then for usage that is long unreported. */
  endHour?(hour: number): Promise<void>;
};

/** Counts collected along the way. */
export type WeekCounts = {
  groups: number;
  late: number;
  repeated: number;
  counted409: number;
  faults: number;
  kills: number;
};

const hourMs = 3_600_000;
/** Usage of an hour is reported from this minute on; its usage time is always earlier. */
export const reportMinute = 45;
/** How long the service is observed while it submits usage, in real time. */
const tellingMs = 120;
/** How often, in hours, the clock waits for usage that is older than `longestWaitHours`; far below the marketplace limit. */
const lookBackHours = 4;
const longestWaitHours = 5;
const catchUpMs = 45_000;

/** Runs the planned hours: advances the clock, reports usage, makes the marketplaces fail, kills the service. */
export const runWeek = async (week: Week): Promise<WeekCounts> => {
  const counts: WeekCounts = { groups: 0, late: 0, repeated: 0, counted409: 0, faults: 0, kills: 0 };
  const endHour = week.endHour ?? ((hour) => endWeekHour(week, hour));
  for (let hour = 0; hour < week.hours; hour += 1) {
    const kills = week.kills.filter((kill) => kill.hour === hour);
    const phase = (name: Phase, work: () => Promise<void>): Promise<void> =>
      runWithKills(
        week.service,
        kills.filter((kill) => kill.phase === name),
        work,
      );
    const time = week.start + hour * hourMs;
    for (const kill of kills)
      say(week, hour, `the service is killed${kill.againAfterMs === null ? '' : ' twice'} (${kill.phase})`);
    await phase('advance', () => week.simulator.advanceTo(time + reportMinute * 60_000));
    for (const { market, plan } of week.meters) {
      for (const fault of plan[hour]?.faults ?? []) {
        await inject(week, hour, market, fault);
        counts.faults += 1;
      }
    }
    await phase('calls', async () => {
      await Promise.all(week.meters.map((meter) => sendCalls(week, meter, hour, counts)));
    });
    await phase('telling', () => sleep(tellingMs));
    await endHour(hour);
    counts.kills += kills.reduce((sum, kill) => sum + (kill.againAfterMs === null ? 1 : 2), 0);
    if ((hour + 1) % 24 === 0 || hour + 1 === week.hours) {
      say(week, hour, `${counts.groups} groups so far, ${counts.late} late, ${counts.repeated} repeated on purpose`);
    }
  }
  return counts;
};

/** The number of usages that still wait to be submitted, of those that are awaited. */
export const countWaiting = async (
  { api, simulator, meters, start }: Pick<Week, 'api' | 'simulator' | 'meters' | 'start'>,
  isAwaited: (usage: WaitingUsage, market: Market) => boolean,
): Promise<number> => {
  const days = daysAround(start, await simulator.now());
  const counts = await Promise.all(
    meters.map(async ({ market, entitlementId }) => {
      const waiting = await readWaiting(api, entitlementId, days);
      return waiting.filter((usage) => isAwaited(usage, market)).length;
    }),
  );
  return counts.reduce((sum, count) => sum + count, 0);
};

/**
 * An hour passes here in less than a second, but a call that times out still takes seconds of real time: the days in
 * which the marketplace accepts a retry could pass before it. So the clock regularly waits for the service, and
 * advances by minutes, because pauses before a retry are in business time.
 */
const endWeekHour = async (week: Week, hour: number): Promise<void> => {
  if (hour % lookBackHours !== 0) return;
  const until = performance.now() + catchUpMs;
  for (;;) {
    const before = week.start + (hour - longestWaitHours) * hourMs;
    const waiting = await countWaiting(week, ({ reported }) => reported < before);
    if (waiting === 0) return;
    if (performance.now() > until) {
      say(week, hour, `${waiting} groups have waited to be submitted for more than ${longestWaitHours} hours`);
      return;
    }
    await sleep(100);
    await week.simulator.advanceTo((await week.simulator.now()) + 60_000);
  }
};

export const say = ({ narrator, start }: Pick<Week, 'narrator' | 'start'>, hour: number, text: string): void =>
  narrator.say(`${new Date(start + hour * hourMs).toISOString().slice(0, 16)}  ${text}`);

const inject = async (
  week: Week,
  hour: number,
  { partner, control }: Market,
  { name, operation, count, options }: PlannedFault,
): Promise<void> => {
  await week.simulator.post(`${control}/fault`, { name, operation, count, ...options });
  say(week, hour, `${partner}: ${name} for the next ${count} × ${operation}`);
};

/** Sends as many calls at once as a client with three workers. */
const sendCalls = async (week: Week, meter: Meter, hour: number, counts: WeekCounts): Promise<void> => {
  const waiting = [...(meter.plan[hour]?.calls ?? []).entries()];
  const work = async (): Promise<void> => {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      const [place, call] = next;
      await sendCall({ week, meter, hour, counts }, place, call);
      if (call.manner === 'invalid') continue;
      counts.groups += call.usages.length - call.repeats;
      counts.repeated += call.repeats + (call.manner === 'twice' ? call.usages.length : 0);
      counts.late += call.usages.slice(call.repeats).filter((usage) => usage.hour < hour).length;
    }
  };
  await Promise.all([work(), work(), work()]);
};

/** Where a call is made from: the meter, in an hour. */
type Sender = { week: Week; meter: Meter; hour: number; counts: WeekCounts };

const sendCall = async (sender: Sender, place: number, call: PlannedCall): Promise<void> => {
  if (call.manner === 'invalid') return sendInvalid(sender, call);
  const { week, meter, hour } = sender;
  for (const usage of call.usages) meter.ledger.intend(usage, hour);
  const send = call.kind === 'single' ? sendSingle : sendBatch;
  const key = `usage-${week.start}-${meter.market.partner}-${hour}-${place}`;
  const keys = call.manner === 'twice' ? [`${key}-a`, `${key}-b`] : [key];
  await Promise.all(keys.map((one) => send(sender, one, call)));
};

const bodyOf = ({ week: { organizationId, start }, meter: { entitlementId } }: Sender, usage: Usage) => ({
  id: usage.id,
  organizationID: organizationId,
  entitlementID: entitlementId,
  timestamp: new Date(start + usage.hour * hourMs + usage.minute * 60_000).toISOString(),
  // Fifteen digits at most, which a JSON number holds exactly.
  records: Object.fromEntries(Object.entries(usage.records).map(([key, quantity]) => [key, Number(quantity)])),
});

/** Expects 200, or 409 if usage with this id is already counted. */
const sendSingle = async (sender: Sender, key: string, { usages }: PlannedCall): Promise<void> => {
  const [usage] = usages;
  if (!usage) return;
  const { week, meter, counts } = sender;
  const path = `/entitlement/${meter.entitlementId}/usageRecordGroup`;
  const answer = await week.api.call('POST', path, { body: bodyOf(sender, usage), idempotencyKey: key });
  if (answer.status === 409) counts.counted409 += 1;
  else if (answer.status !== 200) throw unexpected(`POST ${path}`, answer);
  meter.ledger.acknowledge(usage.id);
};

const batchPath = '/batchCreateUsageRecordGroups';

/** Expects 200 with one group per item, in order; items with known ids return the stored group. */
const sendBatch = async (sender: Sender, key: string, { usages, repeats, manner }: PlannedCall): Promise<void> => {
  const { week, meter } = sender;
  const body = usages.map((usage) => bodyOf(sender, usage));
  const answer = await week.api.call('POST', batchPath, { body, idempotencyKey: key });
  const groups = answer.status === 200 ? (answer.body as { id: string }[]) : undefined;
  if (!groups || usages.some(({ id }, place) => groups[place]?.id !== id))
    throw unexpected(`POST ${batchPath}`, answer);
  if (manner === 'plain' && answer.attempts === 1) checkDuplicateCount(answer, repeats);
  for (const { id } of usages) meter.ledger.acknowledge(id);
};

const checkDuplicateCount = (answer: Answer, repeats: number): void => {
  const counted = Number(answer.headers.get('x-duplicate-count') ?? 0);
  if (counted !== repeats) throw new Error(`X-Duplicate-Count is ${counted} for ${repeats} known ids`);
};

/** Sends a batch with a bad item, which must be refused as a whole, naming the item. */
const sendInvalid = async (sender: Sender, { usages }: PlannedCall): Promise<void> => {
  const body = usages.map((usage) => bodyOf(sender, usage));
  const answer = await sender.week.api.call('POST', batchPath, { body });
  if (answer.status !== 400) throw unexpected(`POST ${batchPath} with a bad item`, answer);
};
