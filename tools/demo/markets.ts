import type { Simulator } from './client.ts';
import type { JournalRecord } from './compare.ts';
import type { PlannedFault } from './usage-plan.ts';

/** The demo's knowledge of metering at a marketplace, taken from its published rules and not from the service. */
export type Market = {
  partner: 'AWS' | 'AZURE' | 'GCP';
  /** The path of its simulator's control API. */
  control: string;
  /** The operation that accepts usage, under the name that faults use. */
  operation: string;
  /** A fault that makes it accept all but one record of a call. */
  partial: Omit<PlannedFault, 'operation'>;
  /** Late usage of an hour is a separate record. If not, it is added to a later hour of the same month. */
  severalInHour: boolean;
  /** The end of the billing month that contains a time (both in epoch milliseconds). */
  monthEndOf(time: number): number;
  /** From this time on, usage of that time is no longer accepted. */
  deadlineOf(time: number): number;
  /** What it has counted for an agreement, from its own journal. */
  readJournal(simulator: Simulator, agreementId: string): Promise<JournalRecord[]>;
};

const hourMs = 3_600_000;

const utcMonthEnd = (time: number): number => {
  const date = new Date(time);
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 1);
};

const california = new Intl.DateTimeFormat('en-US', {
  timeZone: 'America/Los_Angeles',
  year: 'numeric',
  month: 'numeric',
  day: 'numeric',
  hour: 'numeric',
  hourCycle: 'h23',
});

const inCalifornia = (time: number): { year: number; month: number; day: number; hour: number } => {
  const parts = new Map(california.formatToParts(time).map(({ type, value }) => [type as string, Number(value)]));
  const [year = 0, month = 0, day = 0, hour = 0] = ['year', 'month', 'day', 'hour'].map((name) => parts.get(name));
  return { year, month, day, hour };
};

/** Midnight of the 1st in California, 7 or 8 hours behind UTC. */
const pacificMonthEnd = (time: number): number => {
  const { year, month } = inCalifornia(time);
  const [summer, winter] = [Date.UTC(year, month, 1, 7), Date.UTC(year, month, 1, 8)];
  const { day, hour } = inCalifornia(summer);
  return day === 1 && hour === 0 ? summer : winter;
};

const iso = (time: string | number): string => new Date(time).toISOString();
const hourOf = (time: string): string => iso(Math.floor(Date.parse(time) / hourMs) * hourMs);

type Resends = Required<Pick<JournalRecord, 'differentResends' | 'identicalResends'>>;

const countsOf = ({ differentResends, identicalResends }: Resends): Resends => ({ differentResends, identicalResends });

type AwsRecord = {
  dimension: string;
  hour: string;
  quantity: number;
  differentResends: number;
  identicalResends: number;
  timestamp: string;
  firstAcceptedAt: string;
};

const aws: Market = {
  partner: 'AWS',
  control: '/control/aws',
  operation: 'BatchMeterUsage',
  partial: { name: 'unprocessed', count: 1, options: { records: 1 } },
  severalInHour: false,
  monthEndOf: utcMonthEnd,
  deadlineOf: (time) => Math.min(time + 24 * hourMs, utcMonthEnd(time) + 6 * hourMs),
  readJournal: async (simulator, agreementId) => {
    const path = `/control/aws/journal/metering?agreementId=${agreementId}`;
    const { records } = await simulator.read<{ records: AwsRecord[] }>(path);
    return records.map(({ dimension, hour, quantity, timestamp, firstAcceptedAt, ...resends }) => ({
      dimension,
      hour,
      quantity: String(quantity),
      ...countsOf(resends),
      time: iso(timestamp),
      acceptedAt: iso(firstAcceptedAt),
    }));
  },
};

type AzureRecord = Omit<AwsRecord, 'timestamp' | 'firstAcceptedAt'> & {
  effectiveStartTime: string;
  acceptedAt: string;
};

const azure: Market = {
  partner: 'AZURE',
  control: '/control/azure',
  operation: 'BatchUsageEvent',
  partial: { name: 'usage-error', count: 1, options: { events: 1 } },
  severalInHour: false,
  monthEndOf: utcMonthEnd,
  deadlineOf: (time) => time + 24 * hourMs,
  readJournal: async (simulator, agreementId) => {
    const path = `/control/azure/journal/metering?subscriptionId=${agreementId}`;
    const { records } = await simulator.read<{ records: AzureRecord[] }>(path);
    return records.map(({ dimension, hour, quantity, effectiveStartTime, acceptedAt, ...resends }) => ({
      dimension,
      hour,
      quantity: String(quantity),
      ...countsOf(resends),
      time: iso(effectiveStartTime),
      acceptedAt,
    }));
  },
};

type GcpRecord = {
  operation: {
    startTime: string;
    metricValueSets: { metricName: string; metricValues: { int64Value?: string; doubleValue?: number }[] }[];
  };
  acceptedAt: number;
  differentResends: number;
  identicalResends: number;
};

const gcp: Market = {
  partner: 'GCP',
  control: '/control/gcp',
  operation: 'Report',
  partial: { name: 'report-error', count: 1, options: { operations: 1 } },
  severalInHour: true,
  monthEndOf: pacificMonthEnd,
  deadlineOf: (time) => pacificMonthEnd(time) + hourMs,
  readJournal: async (simulator, agreementId) => {
    const path = `/control/gcp/journal/metering?orderId=${agreementId}`;
    const { records } = await simulator.read<{ records: GcpRecord[] }>(path);
    return records.flatMap(({ operation: { startTime, metricValueSets }, acceptedAt, ...resends }) =>
      metricValueSets.flatMap(({ metricName, metricValues }) =>
        metricValues.map(({ int64Value, doubleValue }) => ({
          dimension: metricName.split('/').at(-1) ?? metricName,
          hour: hourOf(startTime),
          quantity: int64Value ?? String(doubleValue),
          ...countsOf(resends),
          time: iso(startTime),
          acceptedAt: iso(acceptedAt),
        })),
      ),
    );
  },
};

export const markets = { AWS: aws, AZURE: azure, GCP: gcp } as const;
