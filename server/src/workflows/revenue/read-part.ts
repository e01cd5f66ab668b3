import { feedFault, isFeedFault } from '../../adapters/revenue/feed-fault.ts';
import type { FeedFault, FeedPart, FeedRow } from '../../adapters/revenue/port.ts';
import { markFaulty, markLeft, markRead, partEvents } from '../../domain/revenue/connection/actions/settle-part.ts';
import { storeRows } from '../../domain/revenue/connection/actions/store-rows.ts';
import { changedCode, type FoundPart } from '../../domain/revenue/connection/connection.ts';
import { ingestEvents } from '../../domain/revenue/record/actions/ingest-rows.ts';
import { withdrawRows } from '../../domain/revenue/record/actions/withdraw-rows.ts';
import { readAhead } from '../../kit/read-ahead.ts';
import { type Spool, withSpool } from '../../kit/spool.ts';
import type { FeedReader } from './feed-session.ts';
import { packRows, type RowPack, unpackRows } from './pack-rows.ts';
import { prepareFeedRow, prepareRows } from './prepare-rows.ts';

/** What a part may take of the disk while it is read: some ten million rows. */
const spoolBytesMax = 2 * 1024 ** 3;

const shownBytes = `${spoolBytesMax / 1024 ** 3} GiB`;

type Reading = {
  reader: FeedReader;
  connectionId: string;
  operationId: string;
  part: FoundPart;
};

const feedPartOf = ({ name, version, written_time: time, bytes, is_whole: isWhole }: FoundPart): FeedPart => ({
  ...{ name, version, time, bytes },
  ...(isWhole ? { isWhole } : {}),
});

/** A row that cannot be translated is a fault of its part; the feed knows only the row. */
const ofPart = (error: unknown, part: string): unknown => {
  if (!isFeedFault(error) || error.feedFault.part === part) return error;
  const { code, message, part: row } = error.feedFault;
  return feedFault({ code, message: `${row}: ${message}`, part });
};

/** The rows of a part, each of which can be translated, as they wait on disk. */
const goodRows = async function* (
  { reader: { feed }, part }: Reading,
  rows: AsyncIterable<readonly FeedRow[]>,
  count: (more: number) => void,
) {
  for await (const batch of rows) {
    try {
      for (const row of batch) {
        feed.translate(row);
        feed.readUsage?.(row);
      }
    } catch (error) {
      throw ofPart(error, part.name);
    }
    count(batch.length);
    yield packRows(batch);
  }
};

/** Fetches a part as a whole. Returns the number of its rows, or what is wrong with it. */
const fetchPart = async (reading: Reading, spool: Spool<RowPack>): Promise<number | FeedFault> => {
  const { part, reader } = reading;
  const { feed, access, step } = reader;
  let fetched = 0;
  const count = (more: number): void => {
    fetched += more;
  };
  try {
    const rows = feed.readPart(access, feedPartOf(part), step.signal);
    await spool.write(goodRows(reading, rows, count), step.signal);
    return fetched;
  } catch (error) {
    if (isFeedFault(error)) return error.feedFault;
    // What a stream throws when it is aborted says nothing of why.
    step.signal.throwIfAborted();
    throw error;
  }
};

/** The rows that wait on disk. */
const spooledRows = async function* (spool: Spool<RowPack>) {
  for await (const packs of spool.read(1)) for (const pack of packs) yield unpackRows(pack);
};

/**
 * Reads one part: all of it is fetched and checked before any of it is stored, so that nothing is stored of a faulty part. Then its rows
 * are stored in separate transactions. If the process is killed in between, the part is read again, and rows already stored change nothing.
 * Throws partner errors. Returns the fault of the part; null: none.
 */
export const readPart = (reading: Reading): Promise<FeedFault | null> => {
  const { reader, connectionId, operationId, part } = reading;
  const { feed, owner, step } = reader;
  const tooLarge = () =>
    feedFault({
      code: 'TOO_LARGE',
      message: `needs more than ${shownBytes} of disk while it is read`,
      part: part.name,
    });
  const tried = { owner, connectionId, operationId, part };
  return withSpool<RowPack, FeedFault | null>({ maxBytes: spoolBytesMax, tooLarge }, async (spool) => {
    const fetched = await reader.call(() => fetchPart(reading, spool));
    if (typeof fetched !== 'number') {
      const isChanging = fetched.code === changedCode;
      if (isChanging) await step.record([], (call) => markLeft(call, tried, fetched));
      else await step.record(partEvents, (call) => markFaulty(call, tried, fetched));
      return fetched;
    }
    const { revised: datasets } = feed;
    const revisions = datasets && { datasets, prepare: (row: FeedRow) => prepareFeedRow(row, feed) };
    for await (const prepared of readAhead(prepareRows(spooledRows(spool), feed))) {
      await step.record(ingestEvents, (call) =>
        storeRows(call, { owner, connectionId, part, ...prepared, ...(revisions ? { revisions } : {}) }),
      );
    }
    if (part.is_whole) {
      const gone = { ...owner, connectionId, part: part.name, isEmpty: fetched === 0 };
      while ((await step.record(ingestEvents, (call) => withdrawRows(call, gone))) > 0);
    }
    await step.record([], (call) => markRead(call, tried, fetched));
    return null;
  });
};
