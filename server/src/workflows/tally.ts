import type { Failure } from '../engine/operation-store.ts';
import { isStepFailed, stepFailed } from '../engine/workflow.ts';

/** Consecutive calls without an answer before the partner is left alone until the next run. */
const silentMax = 3;

/** What a reading run has done, item by item. It counts failures and continues with the rest. */
export type Tally = {
  read(count: number): void;
  changed(count: number): void;
  /** Not read by this run, or not ready yet: left for the next run. */
  left(count: number): void;
  /** Items that could not be read. Rethrows errors that are not failed steps. */
  failed(error: unknown, count?: number): void;
  /** Items that were read but not applied, or that the partner refused to show. */
  refused(failure: Failure, count?: number): void;
  /** A whole kind of items that could not be listed, so that their number is unknown. */
  notListed(what: string, error: unknown): void;
  /** Whether all kinds of items could be listed. */
  isListed(): boolean;
  /** Whether that was so, and each item was answered for: with what it is, or with a refusal. Otherwise it must be read again. */
  isWhole(): boolean;
  /** Whether the partner has stopped answering. */
  isSilent(): boolean;
  /** The message of the operation: returned if COMPLETED; thrown as FAILED if anything was refused or not answered. */
  end(noun: string, partner: string | null): string;
};

const counted = (count: number, what: string): string[] => (count === 0 ? [] : [`${count} ${what}`]);

/** An error that the partner sent holds its own words (`services.ts`). */
const wordsOf = ({ info, message }: Failure): string => (info as { message?: string } | undefined)?.message ?? message;

const hasRefused = ({ info }: Failure): boolean => (info as { partner?: string } | undefined)?.partner !== undefined;

/** Not the partner's fault: the agreement came before its offer, or the step failed inside the service. */
const ourCodes: ReadonlySet<string> = new Set(['MissingOffer', 'InternalServerError']);

export const createTally = (): Tally => {
  const counts = { read: 0, changed: 0, refused: 0, unknown: 0, left: 0 };
  let unanswered = 0;
  const missing: string[] = [];
  let first: Failure | undefined;
  let silent = 0;

  const take = (error: unknown): { failure: Failure; timedOut: boolean } => {
    if (!isStepFailed(error)) throw error;
    first ??= error.failure;
    return { failure: error.failure, timedOut: error.timedOut === true };
  };

  return {
    read: (count) => {
      counts.read += count;
      silent = 0;
    },
    changed: (count) => {
      counts.changed += count;
      silent = 0;
    },
    left: (count) => {
      counts.left += count;
    },
    failed: (error, count = 1) => {
      const { failure, timedOut } = take(error);
      const isOurs = ourCodes.has(failure.code);
      if (!isOurs && (timedOut || !hasRefused(failure))) unanswered += count;
      if (timedOut || isOurs) counts.left += count;
      else if (hasRefused(failure)) counts.refused += count;
      else {
        counts.unknown += count;
        silent += 1;
      }
    },
    refused: (failure, count = 1) => {
      first ??= failure;
      counts.refused += count;
    },
    notListed: (what, error) => {
      take(error);
      missing.push(what);
    },
    isListed: () => missing.length === 0,
    isWhole: () => missing.length === 0 && unanswered === 0,
    isSilent: () => silent >= silentMax,
    end: (noun, partner) => {
      const parts = [
        `${counts.changed} changed`,
        ...counted(counts.refused, 'refused'),
        ...counted(counts.unknown, 'with an unknown outcome'),
        ...counted(counts.left, 'left for later'),
      ];
      const unlisted =
        missing.length === 0 ? '' : ` Could not be listed, and are left for later: ${missing.join(', ')}.`;
      const sum = `${counts.read} ${noun} were read: ${parts.join(', ')}.${unlisted}`;
      if (!first) return sum;
      const words = wordsOf(first);
      const said = hasRefused(first) ? `${partner ?? 'The partner'} said: ` : '';
      throw stepFailed(first.code, `${sum} ${said}${words}`, { partnerMessage: words });
    },
  };
};
