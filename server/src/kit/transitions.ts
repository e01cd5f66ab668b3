import { wrongState } from './errors.ts';

/** A state table: act → statuses it is allowed from → status that follows (`null`: stays as it is). */
export type Transitions<Status extends string, Act extends string> = Record<
  Act,
  { from: readonly Status[]; to: Status | null; trigger: string }
>;

/** The status that follows, or a 409 that names the allowed ones. */
export const nextStatus = <Status extends string, Act extends string>(
  noun: string,
  table: Transitions<Status, Act>,
  act: Act,
  status: Status,
): Status => {
  const row = table[act];
  if (!row.from.includes(status)) throw wrongState(noun, act, status, row.from);
  return row.to ?? status;
};

export const allows = <Status extends string, Act extends string>(
  table: Transitions<Status, Act>,
  act: Act,
  status: Status,
): boolean => table[act].from.includes(status);
