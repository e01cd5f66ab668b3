import { wrongState } from './errors.ts';

/** What follows: a status, none other than the one it has, or the one before the request that is over now. */
export type Target<Status extends string> = Status | 'SAME' | 'BEFORE';

/** A state table: act → statuses that it is allowed from → what follows. */
export type Transitions<Status extends string, Act extends string> = Record<
  Act,
  {
    from: readonly Status[];
    to: Target<Status>;
    /** Of `BEFORE`: where nothing is known of the status before. */
    otherwise?: Status;
    trigger: string;
  }
>;

/** Where a thing stands; `status_before` is set while a request is under way. */
export type Standing<Status extends string> = { status: Status; status_before?: Status | null };

/** The status that follows, or a 409 that names the allowed ones. */
export const nextStatus = <Status extends string, Act extends string>(
  noun: string,
  table: Transitions<Status, Act>,
  act: Act,
  { status, status_before: before }: Standing<Status>,
): Status => {
  const { from, to, otherwise } = table[act];
  if (!from.includes(status)) throw wrongState(noun, act, status, from);
  if (to === 'SAME') return status;
  return to === 'BEFORE' ? (before ?? otherwise ?? status) : (to as Status);
};

export const allows = <Status extends string, Act extends string>(
  table: Transitions<Status, Act>,
  act: Act,
  status: Status,
): boolean => table[act].from.includes(status);
