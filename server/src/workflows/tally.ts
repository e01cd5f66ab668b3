import type { Failure } from '../engine/operation-store.ts';
import { isStepFailed, stepFailed } from '../engine/workflow.ts';

/** Calls that get no answer one after another before the partner is left alone until the next run. */
const silentMax = 3;

/** What a run that reads has done, thing by thing; it counts what failed and goes on with the rest. */
export type Tally = {
  read(count: number): void;
  changed(count: number): void;
  /** Not looked at by this run, or not ready yet: the next one does it. */
  left(count: number): void;
  /** Things that could not be read. Throws on what is no failure of a step. */
  failed(error: unknown, count?: number): void;
  /** Things that were read and not taken over, or that the partner refused to show. */
  refused(failure: Failure, count?: number): void;
  /** A whole kind of things of which it is not even known how many there are. */
  notListed(what: string, error: unknown): void;
  /** Whether all kinds of things could be listed. */
  isWhole(): boolean;
  /** Whether the partner answers nothing any more. */
  isSilent(): boolean;
  /** What the operation says: COMPLETED with it, or FAILED where something was refused or not answered. */
  end(noun: string, partner: string | null): string;
};

const counted = (count: number, what: string): string[] => (count === 0 ? [] : [`${count} ${what}`]);

/** What comes from the partner's own refusal holds its words (`services.ts`). */
const wordsOf = ({ info, message }: Failure): string => (info as { message?: string } | undefined)?.message ?? message;

const hasRefused = ({ info }: Failure): boolean => (info as { partner?: string } | undefined)?.partner !== undefined;

/** Not the partner's doing: the agreement came before its offer, or the step failed inside the service. */
const ourCodes: ReadonlySet<string> = new Set(['MissingOffer', 'InternalServerError']);

export const createTally = (): Tally => {
  const counts = { read: 0, changed: 0, refused: 0, unknown: 0, left: 0 };
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
      if (timedOut || ourCodes.has(failure.code)) counts.left += count;
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
    isWhole: () => missing.length === 0,
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
