import { setTimeout as sleep } from 'node:timers/promises';
import { countWaiting, daysAround } from './books.ts';
import { type Phase, type PlannedKill, runWithKills } from './chaos.ts';
import { type Answer, type ApiClient, type Simulator, unexpected } from './client.ts';
import type { Ledger } from './ledger.ts';
import type { Narrator } from './narrate.ts';
import type { Service } from './service.ts';
import type { PlannedCall, PlannedFault, PlannedHour, Usage } from './usage-plan.ts';

export type Week = {
  api: ApiClient;
  simulator: Simulator;
  service: Service;
  ledger: Ledger;
  narrator: Narrator;
  organizationId: string;
  entitlementId: string;
  /** The first instant of the first hour, epoch milliseconds. */
  start: number;
  plan: readonly PlannedHour[];
  kills: readonly PlannedKill[];
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
const reportMinute = 45;
/** How long the service is observed while it submits usage, in real time. */
const tellingMs = 120;
/** How often, in hours, the clock waits for usage that is older than `longestWaitHours`; far below the marketplace limit. */
const lookBackHours = 4;
const longestWaitHours = 5;
const catchUpMs = 45_000;

/** Runs the planned hours: advances the clock, reports usage, makes the marketplace fail, kills the service. */
export const runWeek = async (week: Week): Promise<WeekCounts> => {
  const counts: WeekCounts = { groups: 0, late: 0, repeated: 0, counted409: 0, faults: 0, kills: 0 };
  for (const [hour, planned] of week.plan.entries()) {
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
    for (const fault of planned.faults) await inject(week, hour, fault);
    await phase('calls', () => sendCalls(week, hour, planned.calls, counts));
    await phase('telling', () => sleep(tellingMs));
    if (hour % lookBackHours === 0) {
      const waiting = await letCatchUp(week, time - longestWaitHours * hourMs);
      if (waiting > 0)
        say(week, hour, `${waiting} groups have waited to be submitted for more than ${longestWaitHours} hours`);
    }
    counts.kills += kills.reduce((sum, kill) => sum + (kill.againAfterMs === null ? 1 : 2), 0);
    counts.faults += planned.faults.length;
    if ((hour + 1) % 24 === 0 || hour + 1 === week.plan.length) {
      say(week, hour, `${counts.groups} groups so far, ${counts.late} late, ${counts.repeated} repeated on purpose`);
    }
  }
  return counts;
};

/**
 * An hour passes here in less than a second, but a call that times out still takes seconds of real time: the days in
 * which the marketplace accepts a retry could pass before it. So the clock regularly waits for the service, and
 * advances by minutes, because pauses before a retry are in business time. Returns how many groups still wait in the
 * end.
 */
const letCatchUp = async ({ api, simulator, entitlementId, start }: Week, before: number): Promise<number> => {
  const until = performance.now() + catchUpMs;
  for (;;) {
    const now = await simulator.now();
    const waiting = await countWaiting(api, entitlementId, daysAround(start, now), before);
    if (waiting === 0 || performance.now() > until) return waiting;
    await sleep(100);
    await simulator.advanceTo(now + 60_000);
  }
};

const say = ({ narrator, start }: Week, hour: number, text: string): void =>
  narrator.say(`${new Date(start + hour * hourMs).toISOString().slice(0, 16)}  ${text}`);

const inject = async (week: Week, hour: number, { name, operation, count, options }: PlannedFault): Promise<void> => {
  await week.simulator.post('/control/aws/fault', { name, operation, count, ...options });
  say(week, hour, `the marketplace: ${name} for the next ${count} × ${operation}`);
};

/** Sends as many calls at once as a client with three workers. */
const sendCalls = async (
  week: Week,
  hour: number,
  calls: readonly PlannedCall[],
  counts: WeekCounts,
): Promise<void> => {
  const waiting = [...calls.entries()];
  const work = async (): Promise<void> => {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      const [place, call] = next;
      await sendCall(week, `${hour}-${place}`, call, counts);
      if (call.manner === 'invalid') continue;
      counts.groups += call.usages.length - call.repeats;
      counts.repeated += call.repeats + (call.manner === 'twice' ? call.usages.length : 0);
      counts.late += call.usages.slice(call.repeats).filter((usage) => usage.hour < hour).length;
    }
  };
  await Promise.all([work(), work(), work()]);
};

const sendCall = async (week: Week, name: string, call: PlannedCall, counts: WeekCounts): Promise<void> => {
  if (call.manner === 'invalid') return sendInvalid(week, call);
  for (const usage of call.usages) week.ledger.intend(usage);
  const send = call.kind === 'single' ? sendSingle : sendBatch;
  const senders = call.manner === 'twice' ? [`${name}-a`, `${name}-b`] : [name];
  await Promise.all(senders.map((sender) => send(week, `usage-${week.start}-${sender}`, call, counts)));
};

const bodyOf = ({ organizationId, entitlementId, start }: Week, usage: Usage) => ({
  id: usage.id,
  organizationID: organizationId,
  entitlementID: entitlementId,
  timestamp: new Date(start + usage.hour * hourMs + usage.minute * 60_000).toISOString(),
  // Fifteen digits at most, which a JSON number holds exactly.
  records: Object.fromEntries(Object.entries(usage.records).map(([key, quantity]) => [key, Number(quantity)])),
});

/** Expects 200, or 409 if usage with this id is already counted. */
const sendSingle = async (week: Week, key: string, { usages }: PlannedCall, counts: WeekCounts): Promise<void> => {
  const [usage] = usages;
  if (!usage) return;
  const path = `/entitlement/${week.entitlementId}/usageRecordGroup`;
  const answer = await week.api.call('POST', path, { body: bodyOf(week, usage), idempotencyKey: key });
  if (answer.status === 409) counts.counted409 += 1;
  else if (answer.status !== 200) throw unexpected(`POST ${path}`, answer);
  week.ledger.acknowledge(usage.id);
};

const batchPath = '/batchCreateUsageRecordGroups';

/** Expects 200 with one group per item, in order; items with known ids return the stored group. */
const sendBatch = async (week: Week, key: string, { usages, repeats, manner }: PlannedCall): Promise<void> => {
  const body = usages.map((usage) => bodyOf(week, usage));
  const answer = await week.api.call('POST', batchPath, { body, idempotencyKey: key });
  const groups = answer.status === 200 ? (answer.body as { id: string }[]) : undefined;
  if (!groups || usages.some(({ id }, place) => groups[place]?.id !== id))
    throw unexpected(`POST ${batchPath}`, answer);
  if (manner === 'plain' && answer.attempts === 1) checkDuplicateCount(answer, repeats);
  for (const { id } of usages) week.ledger.acknowledge(id);
};

const checkDuplicateCount = (answer: Answer, repeats: number): void => {
  const counted = Number(answer.headers.get('x-duplicate-count') ?? 0);
  if (counted !== repeats) throw new Error(`X-Duplicate-Count is ${counted} for ${repeats} known ids`);
};

/** Sends a batch with a bad item, which must be refused as a whole, naming the item. */
const sendInvalid = async (week: Week, { usages }: PlannedCall): Promise<void> => {
  const answer = await week.api.call('POST', batchPath, { body: usages.map((usage) => bodyOf(week, usage)) });
  if (answer.status !== 400) throw unexpected(`POST ${batchPath} with a bad item`, answer);
};
