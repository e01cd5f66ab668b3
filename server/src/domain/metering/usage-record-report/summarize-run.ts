import type { SubmissionResult } from './actions/record-usage-outcomes.ts';

/** What a run of usage reports has done. `results`: the last outcome of each row. */
export type RunSummary = {
  results: ReadonlyMap<string, SubmissionResult>;
  /** Given up because the window closed: `late` was never sent, `unknown` was sent without an answer. */
  late: number;
  unknown: number;
  /** Rows that wait to be sent, or to be sent again. */
  waiting: number;
  nextLook: string | null;
};

const counted = (count: number, what: string): string[] => (count === 0 ? [] : [`${count} ${what}`]);

/**
 * Summarizes the outcome of the usage in a sentence or two. Each record is counted once, by its state at the end of the
 * run.
 */
export const summarizeRun = ({ results, late, unknown, waiting, nextLook }: RunSummary): string => {
  const count = (as: SubmissionResult): number => [...results.values()].filter((one) => one === as).length;
  const parts = [
    ...counted(count('ACKNOWLEDGED'), 'acknowledged'),
    ...counted(count('REFUSED'), 'refused'),
    ...counted(count('UNKNOWN') + unknown, 'with an unknown outcome'),
    ...counted(count('LEFT'), 'left for later'),
    ...counted(late, 'too late to be sent'),
  ];
  const all = results.size + late + unknown;
  const first = all === 0 ? 'No usage record was due.' : `${all} usage records: ${parts.join(', ')}.`;
  const next = waiting === 0 ? '' : ` ${waiting} wait; the next look is at ${nextLook ?? 'the next hour'}.`;
  return `${first}${next}`;
};
