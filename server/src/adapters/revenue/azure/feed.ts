import { type Clock, systemClock } from '../../../kit/clock.ts';
import { timeOf } from '../../marketplace/azure/answers.ts';
import { createAzureClient } from '../../marketplace/azure/client.ts';
import type { MarketplaceAccess } from '../../marketplace/port.ts';
import type { Outgoing } from '../../outgoing/outgoing.ts';
import { isPartnerError } from '../../partner-error.ts';
import { feedFault } from '../feed-fault.ts';
import type { FeedMemory } from '../feeds.ts';
import type { FeedPart, FeedRow, MoneyLine, RevenueFeed } from '../port.ts';
import { download } from './download.ts';
import { createInsights } from './insights.ts';
import { type OrderedReport, orderedReports } from './ordered-reports.ts';
import { createPayoutExports } from './payout-exports.ts';
import { readMeteredUsage } from './read-metered-usage.ts';
import { readRows } from './read-rows.ts';
import {
  type AzureTable,
  type ExportKind,
  exportKinds,
  exportTables,
  insightTables,
  revenueTable,
  usageTable,
} from './tables.ts';
import { translateEarning, translatePayment } from './translate-exports.ts';
import { translateOrder } from './translate-order.ts';
import { translateRevenue } from './translate-revenue.ts';
import { unlessClosed, unlessPassing } from './unless-closed.ts';

const minuteMs = 60_000;
/** Microsoft refuses reports that begin in the past ("Create report API"); its clock may differ from ours. */
const startsInMs = 10 * minuteMs;
/** How long a file may be silent; Microsoft names no limit. */
const standardSilenceMs = 30_000;

export type AzureRevenueOptions = {
  outgoing: Outgoing;
  clock?: Pick<Clock, 'now'>;
  silenceMs?: number;
};

/** A part by its name: an execution of a report, or an export. */
type Place = { table: AzureTable; reportId: string; executionId: string } | { kind: ExportKind; id: string };

const placeOf = (name: string): Place | null => {
  const [, dataset, reportId, executionId] = /^(\w+)\/([\w-]{1,100})\/([\w-]{1,100})$/.exec(name) ?? [];
  const table = insightTables.find((one) => one.dataset === dataset);
  if (table && reportId !== undefined && executionId !== undefined) return { table, reportId, executionId };
  const [, path, id] = /^(\w+)\/([\w-]{1,100})$/.exec(name) ?? [];
  const kind = exportKinds.find((one) => one === path);
  return kind !== undefined && id !== undefined ? { kind, id } : null;
};

/** When a link ends, by its own signature (`se`, "Create a service SAS"); null if it does not say. */
const signedUntil = (link: string): Date | null => timeOf(URL.parse(link)?.searchParams.get('se'));

const isOver = (now: Date, ...ends: readonly (Date | null)[]): boolean =>
  ends.some((end) => end !== null && end <= now);

/** Blob storage refuses a link that has expired (403), or whose file was deleted (404), before it sends any of the file. */
const isLinkRefused = (error: unknown): boolean =>
  isPartnerError(error) && error.outcome === 'REFUSED' && (error.httpStatus === 403 || error.httpStatus === 404);

/** The next listing names the execution, or the export, that has taken its place. */
const expired = (part: string): Error =>
  feedFault({ code: 'CHANGED', message: 'has expired, or was deleted, after it was listed', part });

const translators: Readonly<Record<string, (row: FeedRow) => MoneyLine[]>> = {
  ISVRevenue: translateRevenue,
  ISVOrderV2: translateOrder,
  payments: translatePayment,
  transactionhistory: translateEarning,
};

/**
 * What Microsoft billed, collected and paid out for a publisher: the dataset ISVRevenue of Partner Center's analytics API,
 * and, if the account may export them, its payments with the earnings that they consist of. Usage of each day is in the dataset
 * ISVUsage, and ISVOrderV2 names what was bought.
 *
 * Microsoft makes reports as they were ordered, which the first listing does. Each execution is a picture of all rows of
 * its time span, so that only the latest one of each report is a part, once it is completed. Its rows have the keys of
 * the one before, with a later version.
 */
export const createAzureRevenueFeed = ({
  outgoing,
  clock = systemClock,
  silenceMs = standardSilenceMs,
}: AzureRevenueOptions): ((memory: Pick<FeedMemory, 'requests'>) => RevenueFeed<MarketplaceAccess>) => {
  const client = createAzureClient(outgoing);
  const insights = createInsights(client);
  const exports = createPayoutExports(client, clock);

  const listLatest = async (access: MarketplaceAccess, report: OrderedReport): Promise<FeedPart[]> => {
    const startTime = new Date(clock.now().getTime() + startsInMs);
    const reportId = await insights.provideReport(access, report, startTime);
    const execution = await insights.findExecution(access, reportId);
    const time = timeOf(execution?.reportGeneratedTime);
    if (!execution || !time || execution.reportAccessSecureLink === null) return [];
    const expiry = timeOf(execution.reportExpiryTime);
    if (expiry && expiry <= clock.now()) return [];
    const name = `${report.table.dataset}/${reportId}/${execution.executionId}`;
    return [{ name, version: time.toISOString(), time, bytes: null }];
  };

  /**
   * Money does not wait for the other datasets: one that Microsoft refuses to this account, whose columns it has no more, or
   * that it cannot answer at the moment has no parts.
   */
  const listReport = async (access: MarketplaceAccess, report: OrderedReport): Promise<FeedPart[]> => {
    const listing = listLatest(access, report);
    return report.table === revenueTable ? listing : ((await unlessPassing(unlessClosed(listing), null)) ?? []);
  };

  /** The link to a part as Microsoft says it now; throws if the part is there no more. */
  const linkOf = async (access: MarketplaceAccess, place: Place, part: FeedPart): Promise<string> => {
    if ('kind' in place) {
      const link = await exports.linkOf(access, place.kind, place.id);
      if (link && !isOver(clock.now(), signedUntil(link))) return link;
    } else {
      const execution = await insights.findExecution(access, place.reportId, place.executionId);
      const link = execution?.reportAccessSecureLink;
      if (link && !isOver(clock.now(), timeOf(execution.reportExpiryTime), signedUntil(link))) return link;
    }
    throw expired(part.name);
  };

  /** The bytes of a part. A link may expire between the answer that names it and the download: it is asked for once more. */
  const bytesOf = async function* (
    access: MarketplaceAccess,
    part: FeedPart,
    { place, signal }: { place: Place; signal: AbortSignal },
  ): AsyncGenerator<Uint8Array> {
    const link = await linkOf(access, place, part);
    try {
      yield* download(outgoing.open, link, { signal, silenceMs });
      return;
    } catch (error) {
      if (!isLinkRefused(error)) throw error;
    }
    yield* download(outgoing.open, await linkOf(access, place, part), { signal, silenceMs });
  };

  const read = async function* (
    access: MarketplaceAccess,
    part: FeedPart,
    { place, signal }: { place: Place; signal: AbortSignal },
  ): AsyncGenerator<readonly FeedRow[]> {
    signal.throwIfAborted();
    const table = 'kind' in place ? exportTables[place.kind] : place.table;
    for await (const rows of readRows(part, table, bytesOf(access, part, { place, signal }))) {
      signal.throwIfAborted();
      yield rows;
    }
  };

  return ({ requests }) => ({
    channel: 'AZURE',
    datasets: [revenueTable.dataset],
    connect: insights.touch,
    listParts: async (access, window) => {
      const parts: FeedPart[] = [];
      for (const report of orderedReports) parts.push(...(await listReport(access, report)));
      for (const kind of exportKinds) parts.push(...(await exports.list({ access, requests }, kind, window)));
      // What was made before the window has no rows of it.
      return parts
        .filter(({ time }) => time >= window.start)
        .sort((left, right) => left.time.getTime() - right.time.getTime());
    },
    readPart: (access, part, signal) => {
      const place = placeOf(part.name);
      if (place) return read(access, part, { place, signal });
      throw feedFault({ code: 'UNKNOWN_PART', message: 'it names neither a report nor an export', part: part.name });
    },
    translate: (row) => translators[row.dataset]?.(row) ?? [],
    readUsage: (row) => (row.dataset === usageTable.dataset ? readMeteredUsage(row) : null),
  });
};
