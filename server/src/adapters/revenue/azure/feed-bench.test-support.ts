import type { TestContext } from 'node:test';
import { openBench } from '../../../../../simulators/azure/azure.test-support.ts';
import type { MarketplaceAccess } from '../../marketplace/port.ts';
import { createOutgoing, type Outgoing } from '../../outgoing/outgoing.ts';
import { isPartnerError } from '../../partner-error.ts';
import { isFeedFault } from '../feed-fault.ts';
import { rememberInMemory } from '../feed-memory.test-support.ts';
import type { FeedRow, FeedWindow } from '../port.ts';
import { readRows } from '../read-feed.test-support.ts';
import { createAzureRevenueFeed } from './feed.ts';

export const dayMs = 86_400_000;
const everything: FeedWindow = { start: new Date('2026-01-01T00:00:00Z'), end: new Date('2029-01-01T00:00:00Z') };

/** What a read failed with: the code of a fault, or what a partner error says. */
export const refusal = async (doing: Promise<unknown>): Promise<unknown> => {
  try {
    await doing;
    return undefined;
  } catch (error) {
    if (isPartnerError(error)) return [error.outcome, error.partnerCode, error.retryable];
    return isFeedFault(error) ? error.feedFault.code : error;
  }
};

/** A simulator with a publisher, and the feed that reads its reports; `patienceMs` is how long that waits for answers. */
export const openReader = async (
  t: TestContext,
  { startsAt = '2026-08-10T12:00:00Z', patienceMs = 20_000 }: { startsAt?: string; patienceMs?: number } = {},
) => {
  const bench = await openBench(t, { startsAt });
  const { account, control, clock } = bench;
  const access: MarketplaceAccess = {
    connectionId: 'conn_test',
    partner: 'AZURE',
    accountId: account.id,
    endpoint: `${bench.url}/azure`,
    region: '',
    meteringRegion: '',
    credentials: { tenantId: account.tenantId, clientId: account.clientId, clientSecret: account.clientSecret },
  };
  /** A feed of an account that was never read; it may also call other origins. */
  const newFeed = (origins: readonly string[] = [], wrap: (outgoing: Outgoing) => Outgoing = (same) => same) =>
    createAzureRevenueFeed({
      outgoing: wrap(createOutgoing({ allowedOrigins: [bench.url, ...origins], answerMs: patienceMs })),
      clock: { now: () => new Date(clock.now()) },
      silenceMs: patienceMs,
    })(rememberInMemory());
  const feed = newFeed();
  const parts = (window = everything, of = access) => feed.listParts(of, window);
  const fault = (name: string, more: object = {}) => control('POST', '/fault', { name, ...more });

  /** The reports that were ordered, by name. */
  const ordered = async (): Promise<{ name: string; startsAt: number; hours: number }[]> => {
    const { body } = await bench.insights('GET', '/ScheduledReport');
    return body.Value.map((one: Record<string, unknown>) => ({
      name: one.ReportName,
      startsAt: Date.parse(String(one.StartTime)),
      hours: one.RecurrenceInterval,
    }));
  };
  /** Waits until the next execution of a report is completed. */
  const waitFor = async (name: RegExp): Promise<void> => {
    const report = (await ordered()).find((one) => name.test(one.name));
    if (!report) throw new Error(`no report ${name}`);
    const every = report.hours * 3_600_000;
    const since = clock.now() - report.startsAt;
    await clock.advance((since < 0 ? -since : every - (since % every)) + 2000);
  };

  /** Reads all parts as they are listed. Of a part with a fault nothing is kept. */
  const readInto = async (all: FeedRow[], from = feed): Promise<void> => {
    for (const part of await from.listParts(access, everything)) {
      const read = await readRows(from, access, part).catch((error: unknown): FeedRow[] => {
        if (isFeedFault(error)) return [];
        throw error;
      });
      all.push(...read);
    }
  };
  return { ...bench, access, feed, newFeed, parts, fault, ordered, waitFor, readInto, everything };
};
