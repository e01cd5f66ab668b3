import type { ToldAs } from './actions/record-usage-outcomes.ts';

/** What a run of usage reports has done. `told`: by row, what became of it last. */
export type RunSum = {
  told: ReadonlyMap<string, ToldAs>;
  /** Given up because the window closed: never sent, or sent without an answer. */
  late: number;
  unknown: number;
  /** Rows that wait to be sent, or to be sent again. */
  waiting: number;
  nextLook: string | null;
};

const counted = (count: number, what: string): string[] => (count === 0 ? [] : [`${count} ${what}`]);

/** What became of the usage, in a sentence or two: each record is counted once, as what it is at the end of the run. */
export const sumUpRun = ({ told, late, unknown, waiting, nextLook }: RunSum): string => {
  const count = (as: ToldAs): number => [...told.values()].filter((one) => one === as).length;
  const parts = [
    ...counted(count('ACKNOWLEDGED'), 'acknowledged'),
    ...counted(count('REFUSED'), 'refused'),
    ...counted(count('UNKNOWN') + unknown, 'with an unknown outcome'),
    ...counted(count('LEFT'), 'left for later'),
    ...counted(late, 'too late to be sent'),
  ];
  const all = told.size + late + unknown;
  const first = all === 0 ? 'No usage record was due.' : `${all} usage records: ${parts.join(', ')}.`;
  const next = waiting === 0 ? '' : ` ${waiting} wait; the next look is at ${nextLook ?? 'the next hour'}.`;
  return `${first}${next}`;
};
