import type { ActCall } from '../../../../contract/call.ts';
import { csvLine } from '../../../../kit/csv.ts';
import type { Fault } from '../../../../kit/errors.ts';
import {
  checkUsages,
  findStored,
  readIds,
  refuseOtherContent,
  storeUsage,
} from '../../usage-record-group/actions/report-usage.ts';
import { createOwnerReader, type OwnerOf } from '../../usage-record-group/parse-usage.ts';
import { maxBatch } from '../../usage-record-group/schema.ts';
import { readUpload, type UploadLine } from '../read-lines.ts';

type GoodLine = Extract<UploadLine, { raw: object }>;

/** Rejected lines are returned up to this size. */
const rejectedBytesMax = 1024 * 1024;

const reasonOf = ({ path, message }: Fault): string => {
  const where = path.replace(/^\d+\.?/, '');
  return where === '' ? message : `${where}: ${message}`;
};

/** The reasons for which lines of a batch cannot be accepted, by their position. Stores nothing. */
const findReasons = async (
  call: ActCall,
  batch: readonly GoodLine[],
  ownerOf: OwnerOf,
): Promise<Map<number, string>> => {
  const raws = batch.map(({ raw }) => raw);
  const faults: Fault[] = [];
  const source = { at: String, ownerOf, inPath: false, handleStored: refuseOtherContent };
  const ids = readIds(() => '', raws, source.at, faults);
  const stored = await findStored(call.db, raws, ids, new Set(), source, faults);
  await checkUsages(call, raws, ids, (id) => !stored.has(id), source, faults);
  const byLine = Map.groupBy(faults, ({ path }) => Number(path.split('.', 1)[0]));
  return new Map([...byLine].map(([index, list]) => [index, list.map(reasonOf).join('; ')]));
};

/**
 * Accepts the good lines of a CSV text, in batches and in one transaction, and returns the others with their reasons.
 * The ids make it safe to send the same text again: what is stored already is a duplicate.
 */
export const uploadUsage = async (call: ActCall, { body }: { body: string }) => {
  const { names, lines } = readUpload(body);
  const ownerOf = createOwnerReader();
  const counts = { lines: 0, accepted: 0, duplicates: 0, rejected: 0 };
  const header = csvLine(['line', 'reason', ...names]);
  const rejected = [header];
  let [bytes, isWhole] = [header.length, true];

  const reject = ({ line, cells }: UploadLine, reason: string): void => {
    counts.rejected += 1;
    const text = csvLine([String(line), reason, ...cells]);
    bytes += Buffer.byteLength(text);
    isWhole &&= bytes <= rejectedBytesMax;
    if (isWhole) rejected.push(text);
  };

  let batch: GoodLine[] = [];
  let ids = new Set<unknown>();
  const accept = async (): Promise<void> => {
    const reasons = await findReasons(call, batch, ownerOf);
    for (const [index, reason] of reasons) reject(batch[index] as GoodLine, reason);
    const good = batch.filter((_, index) => !reasons.has(index)).map(({ raw }) => raw);
    batch = [];
    ids = new Set();
    if (good.length === 0) return;
    const source = { at: String, ownerOf, inPath: false, handleStored: refuseOtherContent };
    const { duplicates } = await storeUsage(call, good, source);
    counts.duplicates += duplicates;
    counts.accepted += good.length - duplicates;
  };

  for (const one of lines) {
    counts.lines += 1;
    if (one.reason !== undefined) {
      reject(one, one.reason);
      continue;
    }
    // The same id again is compared with what is stored by then.
    if (batch.length === maxBatch || ids.has(one.raw.id)) await accept();
    batch.push(one);
    ids.add(one.raw.id);
  }
  if (batch.length > 0) await accept();
  return { ...counts, rejectedLines: counts.rejected === 0 ? '' : rejected.join(''), isWhole };
};
