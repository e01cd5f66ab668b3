import type { ActCall, PartsCall } from '../../../../contract/call.ts';
import { csvLine, readCsv, readCsvPieces } from '../../../../kit/csv.ts';
import { type Fault, isRefusal, Refusal } from '../../../../kit/errors.ts';
import type { TextStream } from '../../../../kit/text-stream.ts';
import {
  checkUsages,
  findStored,
  inBatch,
  readIds,
  storeUsage,
} from '../../usage-record-group/actions/report-usage.ts';
import { createOwnerReader, type OwnerOf } from '../../usage-record-group/parse-usage.ts';
import { maxBatch } from '../../usage-record-group/schema.ts';
import { readUpload, type UploadLine } from '../read-lines.ts';
import { wholeBytes, wholeLines } from '../schema.ts';

type GoodLine = Extract<UploadLine, { raw: object }>;
type Records = Parameters<typeof readUpload>[0];

/** Runs what stores one batch: in the transaction of the whole upload, or in a separate one. */
type Storing = <T>(work: (call: ActCall) => Promise<T>) => Promise<T>;

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
  const source = { at: String, ownerOf, ...inBatch };
  const ids = readIds(() => '', raws, source.at, faults);
  const stored = await findStored(call.db, raws, ids, new Set(ids.filter((id) => id !== undefined)), source, faults);
  await checkUsages(call, raws, ids, (id) => !stored.has(id), source, faults);
  const byLine = Map.groupBy(faults, ({ path }) => Number(path.split('.', 1)[0]));
  return new Map([...byLine].map(([index, list]) => [index, list.map(reasonOf).join('; ')]));
};

/** Stores the good lines of a batch; returns why the others are bad, and how many were stored before. */
const storeBatch = async (call: ActCall, batch: readonly GoodLine[], ownerOf: OwnerOf) => {
  const reasons = await findReasons(call, batch, ownerOf);
  const good = batch.filter((_, index) => !reasons.has(index)).map(({ raw }) => raw);
  if (good.length === 0) return { reasons, accepted: 0, duplicates: 0 };
  const { duplicates } = await storeUsage(call, good, { at: String, ownerOf, ...inBatch });
  return { reasons, accepted: good.length - duplicates, duplicates };
};

/** Accepts the good lines, a batch at a time, and returns the others with their reasons. */
const takeLines = async (records: Records, storing: Storing) => {
  const { names, lines } = await readUpload(records);
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
    const taken = batch;
    batch = [];
    ids = new Set();
    const { reasons, accepted, duplicates } = await storing((call) => storeBatch(call, taken, ownerOf));
    for (const [index, reason] of reasons) reject(taken[index] as GoodLine, reason);
    counts.duplicates += duplicates;
    counts.accepted += accepted;
  };

  for await (const one of lines) {
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

type Result = Awaited<ReturnType<typeof takeLines>>;

/** The text of an upload that one transaction can take. */
type Whole = { text: string };

const hasManyLines = (text: string): boolean => {
  let lines = 0;
  for (let at = text.indexOf('\n'); at !== -1 && lines <= wholeLines; at = text.indexOf('\n', at + 1)) lines += 1;
  return lines > wholeLines;
};

/** The first pieces, up to what one transaction can take, and the rest; without `rest` they are all. */
const readAhead = async ({ pieces }: TextStream): Promise<{ text: string; rest?: AsyncIterator<string> }> => {
  const rest = pieces[Symbol.asyncIterator]();
  const held: string[] = [];
  for (let bytes = 0; bytes <= wholeBytes; ) {
    const one = await rest.next();
    if (one.done) return { text: held.join('') };
    held.push(one.value);
    bytes += Buffer.byteLength(one.value);
  }
  return { text: held.join(''), rest };
};

const endedEarly = ({ code, message, info, headers }: Refusal): Refusal => {
  const hint = 'Lines before that were accepted. Send the whole file again: they are duplicates then.';
  return new Refusal(code, `${message} ${hint}`, info, { ...headers });
};

/**
 * A file that fits into one transaction is stored in one. Each batch of a larger file is stored in its own transaction as the file arrives,
 * so that none stays open while a client sends. If it ends early, the file can be sent again: the ids identify what is already stored as
 * duplicates.
 */
export const uploadLargeUsage = async (
  call: PartsCall,
  { body }: { body: string | TextStream },
): Promise<Result | Whole> => {
  const { text, rest } = typeof body === 'string' ? { text: body, rest: undefined } : await readAhead(body);
  if (rest === undefined && !hasManyLines(text)) return { text };
  let batches = 0;
  const storing: Storing = async (work) => {
    const result = await call.actInPart(work);
    batches += 1;
    return result;
  };
  const pieces = async function* (): AsyncGenerator<string> {
    yield text;
    if (rest) for (let one = await rest.next(); !one.done; one = await rest.next()) yield one.value;
  };
  try {
    return await takeLines(readCsvPieces(pieces()), storing);
  } catch (error) {
    throw isRefusal(error) && batches > 0 ? endedEarly(error) : error;
  }
};

/** Accepts the good lines of a small file in one transaction; a larger one has been accepted by `uploadLargeUsage`. */
export const uploadUsage = async (call: ActCall, { answer }: { answer: Result | Whole }): Promise<Result> => {
  if (!('text' in answer)) return answer;
  return takeLines(readCsv(answer.text), (work) => work(call));
};
