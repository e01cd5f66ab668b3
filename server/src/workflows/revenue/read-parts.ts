import { isThrottled } from '../../adapters/call-health.ts';
import { isPartnerError, type PartnerError } from '../../adapters/partner-error.ts';
import { loadProgress, nextPart } from '../../domain/revenue/connection/actions/load-parts.ts';
import { markLeft } from '../../domain/revenue/connection/actions/settle-part.ts';
import type { FoundPart, RunProgress } from '../../domain/revenue/connection/connection.ts';
import type { FeedReader } from './feed-session.ts';
import { readPart } from './read-part.ts';

/** Parts in a row that the partner does not deliver before it is left alone until the next run. */
const silentMax = 3;
/** How often a step is tried for parts that the partner may deliver later. */
export const triesMax = 3;
/** After this much work a step ends, so that others who read from the account have their turn, and the history shows progress. */
const workMs = 60_000;
const partsMax = 200;

export type PartsRead = RunProgress & {
  /** Parts of which this step has found out what they are. */
  handled: number;
  /** Parts in a row that were not delivered, at the end of it. */
  inRow: number;
  isSilent: boolean;
};

type Start = { connectionId: string; operationId: string; inRow: number };

const concernsAll = ({ partnerCode, httpStatus }: PartnerError): boolean => isThrottled(partnerCode, httpStatus);

/** What the history shows of a step. */
const noteProgress = (
  { step }: FeedReader,
  { read, left, rows, newRows, faulty, undelivered, fault }: RunProgress,
): void =>
  step.note({
    ...{ partsRead: read, partsLeft: left, rows, newRows, partsFaulty: faulty, partsUndelivered: undelivered },
    ...(fault === null ? {} : { fault: `${fault.part}${fault.line ? `, line ${fault.line}` : ''}: ${fault.message}` }),
  });

/**
 * Reads parts for about a minute, oldest first. A part that the partner does not deliver does not block the others: it is requested again
 * when the others are read, in up to three attempts of the step, and then left for the next run. After three failures in a row, nothing
 * more is requested from the partner.
 */
export const readParts = async (
  reader: FeedReader,
  { connectionId, operationId, inRow: before }: Start,
): Promise<PartsRead> => {
  const { step, owner } = reader;
  const isLastTry = step.attempt >= triesMax;
  const began = performance.now();
  let inRow = before;
  let handled = 0;
  let postponed: PartnerError | undefined;
  let after: FoundPart | undefined;
  const isOver = (): boolean => inRow >= silentMax || handled >= partsMax || performance.now() - began >= workMs;
  while (!isOver()) {
    const part = await nextPart(step.db, owner, operationId, after);
    if (!part) break;
    after = part;
    try {
      await readPart({ reader, connectionId, operationId, part });
      handled += 1;
      inRow = 0;
    } catch (error) {
      step.signal.throwIfAborted();
      if (!isPartnerError(error)) throw error;
      inRow = concernsAll(error) ? silentMax : inRow + 1;
      if (error.retryable && !isLastTry) postponed ??= error;
      else {
        const fault = { ...reader.explain(error), part: part.name };
        await step.record([], (call) => markLeft(call, { owner, connectionId, operationId, part }, fault));
      }
    }
  }
  if (postponed) throw postponed;
  const progress = await loadProgress(step.db, owner, operationId);
  noteProgress(reader, progress);
  return { ...progress, handled, inRow, isSilent: inRow >= silentMax };
};
