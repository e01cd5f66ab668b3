import { createRandom, type Random } from './random.ts';

/** A usage record group as a client reports it. Quantities are decimal text with at most six places. */
export type Usage = {
  id: string;
  /** The hour of the plan in which it was used; earlier than the reporting hour if it is late. */
  hour: number;
  minute: number;
  records: Readonly<Record<string, string>>;
};

/** One call of the client. */
export type PlannedCall = {
  kind: 'single' | 'batch';
  usages: readonly Usage[];
  /** How many of the usages were already reported in an earlier hour, under the same id. */
  repeats: number;
  /**
   * `twice`: two processes of the client send it at the same moment. `invalid`: one item must be refused, and therefore
   * all.
   */
  manner: 'plain' | 'twice' | 'invalid';
};

/** A fault set at the simulated marketplace. */
export type PlannedFault = { name: string; operation: string; count: number; options: Record<string, number> };

/** The events of one hour. */
export type PlannedHour = { calls: readonly PlannedCall[]; faults: readonly PlannedFault[] };

export type PlanOptions = {
  seed: string;
  hours: number;
  dimensions: readonly [string, ...string[]];
  chaos: boolean;
  /** The marketplace's operation that accepts usage, and the fault that makes it accept only a part of a call. */
  market: { operation: string; partial: Omit<PlannedFault, 'operation'> };
};

const latestHours = 20;

const throttle = { name: 'throttle', count: 3, options: {} };
const timeoutAfter = { name: 'timeout-after', count: 1, options: {} };
const internalError = { name: 'internal-error', count: 2, options: {} };

const chaosFaults = [
  'throttle',
  'internal-error',
  'timeout-before',
  'timeout-after',
  'half-answer',
  'rubbish',
] as const;

/** Everything that the client and the marketplace will do, hour by hour. Deterministic for given options. */
export const planUsage = (options: PlanOptions): PlannedHour[] => {
  const random = createRandom(`usage ${options.seed}`);
  const reported: Usage[] = [];
  return Array.from({ length: options.hours }, (_, hour) => {
    const calls = planCalls(random, options, { hour, reported });
    for (const call of calls) if (call.manner !== 'invalid') reported.push(...call.usages.slice(call.repeats));
    return { calls, faults: planFaults(random, options, hour) };
  });
};

type Moment = { hour: number; reported: readonly Usage[] };

const planCalls = (random: Random, options: PlanOptions, moment: Moment): PlannedCall[] => {
  let count = 0;
  const usage = (): Usage => {
    count += 1;
    const late = moment.hour > 0 && random.chance(0.12) ? random.whole(1, Math.min(latestHours, moment.hour)) : 0;
    return {
      id: `${options.seed}-h${moment.hour}-${count}`,
      hour: moment.hour - late,
      minute: random.whole(0, 39),
      records: planRecords(random, options.dimensions),
    };
  };
  const usages = (howMany: number): Usage[] => Array.from({ length: howMany }, usage);

  const calls: PlannedCall[] = [];
  for (let rest = random.whole(2, 4); rest > 0; rest -= 1) {
    if (random.chance(0.5)) calls.push({ kind: 'single', usages: usages(1), repeats: 0, manner: 'plain' });
    else calls.push({ kind: 'batch', usages: usages(random.whole(2, 6)), repeats: 0, manner: 'plain' });
  }
  const known = knownUsages(random, moment.reported);
  if (known.length > 0 && random.chance(0.15)) {
    calls.push({ kind: 'single', usages: known.slice(0, 1), repeats: 1, manner: 'plain' });
  }
  if (known.length > 0 && random.chance(0.15)) {
    calls.push({ kind: 'batch', usages: [...known, ...usages(2)], repeats: known.length, manner: 'plain' });
  }
  if (options.chaos && random.chance(0.2)) {
    calls.push({ kind: 'single', usages: usages(1), repeats: 0, manner: 'twice' });
  }
  if (options.chaos && random.chance(0.2)) {
    calls.push({ kind: 'batch', usages: usages(random.whole(2, 4)), repeats: 0, manner: 'twice' });
  }
  if (options.chaos && random.chance(0.1)) {
    const [good, bad] = usages(2) as [Usage, Usage];
    calls.push({ kind: 'batch', usages: [good, { ...bad, records: { nothing: '1' } }], repeats: 0, manner: 'invalid' });
  }
  return calls;
};

/** One or two usages from earlier hours, mostly recent ones. */
const knownUsages = (random: Random, reported: readonly Usage[]): Usage[] => {
  const back = Math.min(reported.length, random.chance(0.8) ? 30 : 500);
  const found = Array.from({ length: 2 }, () => reported[reported.length - random.whole(1, Math.max(1, back))]);
  return [...new Set(found)].filter((usage) => usage !== undefined);
};

const planRecords = (random: Random, dimensions: readonly [string, ...string[]]): Record<string, string> => {
  const chosen = random.chance(0.6) ? dimensions : [random.pick(dimensions)];
  return Object.fromEntries(chosen.map((dimension) => [dimension, planQuantity(random)]));
};

/** Integers, fractions with one to six places, and the smallest possible quantity. */
const planQuantity = (random: Random): string => {
  if (random.chance(0.05)) return '0.000001';
  const places = random.whole(0, 6);
  const digits = String(random.whole(1, 40 * 10 ** places)).padStart(places + 1, '0');
  return places === 0 ? digits : `${digits.slice(0, -places)}.${digits.slice(-places)}`;
};

const planFaults = (random: Random, { market, chaos, hours }: PlanOptions, hour: number): PlannedFault[] => {
  const { operation, partial } = market;
  if (!chaos) {
    // These occur in this order, evenly over the hours.
    const faults = [throttle, timeoutAfter, internalError, partial];
    const step = hours / (faults.length + 1);
    return faults
      .filter((_, index) => Math.floor(step * (index + 1)) === hour)
      .map((fault) => ({ ...fault, operation }));
  }
  if (!random.chance(0.1)) return [];
  const name = random.pick([...chaosFaults, partial.name]);
  const options = name === partial.name ? partial.options : {};
  return [{ name, operation, count: random.whole(1, 3), options }];
};
