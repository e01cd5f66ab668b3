import { createGoogle, type GoogleOptions } from '../../marketplace/gcp/google.ts';
import { isRefusedAs } from '../../marketplace/gcp/pages.ts';
import type { MarketplaceAccess } from '../../marketplace/port.ts';
import type { OutgoingStream } from '../../outgoing/outgoing.ts';
import { partnerError } from '../../partner-error.ts';
import { feedFault } from '../feed-fault.ts';
import type { FeedPart, RevenueFeed } from '../port.ts';
import { readReport } from './read-report.ts';
import { readUsage } from './read-usage.ts';
import { mayHoldRows, type PartPlace, placeOf } from './reports.ts';
import { createStorage, type StoredObject } from './storage.ts';
import { translateRow } from './translate-row.ts';

/** A seller account with the Cloud Storage bucket that it receives its reports in. */
export type GcpFeedAccess = MarketplaceAccess & {
  bucket: string;
  /** What the names of all reports begin with, with its slash; absent: nothing. */
  prefix?: string;
};

/** `silenceMs`: how long a file may be silent; tests shorten it. */
export type GcpFeedOptions = GoogleOptions & { silenceMs?: number };

const standardSilenceMs = 30_000;

type Found = { part: FeedPart; place: PartPlace };

const foundIn = (prefix: string, { name, generation, size, updated }: StoredObject): Found[] => {
  const place = placeOf(name, prefix);
  const part = { name, version: generation, time: updated, bytes: Number(size), isWhole: true };
  return place ? [{ place, part }] : [];
};

const dayFirst = ({ part, place }: Found): string => `${place.day}/${part.name}`;

const changed = (part: string): Error =>
  feedFault({ code: 'CHANGED', message: 'was written again after it was listed', part });

const notAFile = (why: string): Error =>
  partnerError(`GCP answered objects.get with something unreadable: ${why}`, {
    partner: 'GCP',
    endpoint: 'objects.get',
    outcome: 'UNKNOWN',
    partnerCode: 'UnreadableAnswer',
    httpStatus: 200,
    requestId: undefined,
    retryable: true,
  });

/** The bytes of a file, counted; throws if they are not as many as were listed. */
const bytesOf = async function* ({ body }: OutgoingStream, { name: part, bytes }: FeedPart) {
  let count = 0;
  for await (const piece of body) {
    count += piece.length;
    yield piece;
  }
  if (bytes === null || count === bytes) return;
  throw feedFault({ code: 'TRUNCATED', message: `has ${count} bytes of the ${bytes} that were listed`, part });
};

/**
 * Reads the reports of Cloud Marketplace (cloud.google.com/marketplace/docs/partners/reports) from the seller's bucket,
 * with the service account of the connection: it needs `storage.objects.list` and `storage.objects.get` there. Google
 * writes reports from the day on which the seller sets them up, and none for the time before.
 *
 * Money comes from Detailed Disbursements, whose charges are those of the customers' invoices, and payouts from
 * Disbursements: both are available by the tenth business day of the next month; nothing earlier adds up. Google does not report what a
 * customer has paid: the amount paid out counts as collected. Usage of each day is in Customer Insights.
 */
export const createGcpRevenueFeed = ({
  silenceMs = standardSilenceMs,
  ...options
}: GcpFeedOptions): RevenueFeed<GcpFeedAccess> => {
  const storage = createStorage(createGoogle(options));

  const list = async (access: GcpFeedAccess): Promise<Found[]> => {
    const { prefix = '' } = access;
    const objects = await storage.listObjects(access, prefix);
    return objects
      .flatMap((object) => foundIn(prefix, object))
      .sort((left, right) => (dayFirst(left) < dayFirst(right) ? -1 : 1));
  };

  const open = async (access: GcpFeedAccess, part: FeedPart, signal: AbortSignal): Promise<OutgoingStream> => {
    const { name, version } = part;
    const opened = await storage
      .openObject(access, { name, generation: version }, { silenceMs, signal })
      .catch((error: unknown) => {
        // An earlier generation is gone unless the bucket keeps versions.
        throw isRefusedAs(error, 'notFound') ? changed(name) : error;
      });
    const generation = opened.headers['x-goog-generation'];
    if (generation === version) return opened;
    opened.leave();
    throw typeof generation === 'string' ? changed(name) : notAFile('it names no generation');
  };

  const readPart = async function* (access: GcpFeedAccess, part: FeedPart, signal: AbortSignal) {
    const place = placeOf(part.name, access.prefix ?? '');
    if (!place) throw feedFault({ code: 'UNKNOWN_PART', message: 'it is no report', part: part.name });
    signal.throwIfAborted();
    const opened = await open(access, part, signal);
    try {
      for await (const rows of readReport(bytesOf(opened, part), { ...place, accountId: access.accountId }, part)) {
        signal.throwIfAborted();
        yield rows;
      }
    } finally {
      opened.leave();
    }
  };

  return {
    channel: 'GCP',
    datasets: ['detailed_disbursements'],
    connect: async (access) => {
      const latest = (await list(access)).at(-1);
      // Listing does not need the right to read an object.
      if (latest) await storage.checkObject(access, latest.part.name);
    },
    listParts: async (access, window) =>
      (await list(access)).filter(({ place }) => mayHoldRows(place, window)).map(({ part }) => part),
    readPart,
    translate: translateRow,
    readUsage,
  };
};
