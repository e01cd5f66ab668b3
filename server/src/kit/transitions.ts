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

/**
 * The questions that code asks of a status, from a table that lists what is true of each: a new status has to be listed
 * too. Nothing is true of one that is not there (null), or that another release has written.
 */
export const factsOf = <Status extends string, Fact extends string>(
  facts: Readonly<Record<Status, readonly Fact[]>>,
): Readonly<Record<Fact, (status: Status | null | undefined) => boolean>> => {
  const names = new Set(Object.values<readonly Fact[]>(facts).flat());
  const asked = [...names].map((fact) => [
    fact,
    (status?: Status | null) => !!status && (facts[status]?.includes(fact) ?? false),
  ]);
  return Object.fromEntries(asked);
};

/** The rows of a state table by which an endpoint goes. */
export type Move = {
  noun: string;
  statuses: readonly string[];
  /** Statuses in which the endpoint is served; others answer 409. */
  from: readonly string[];
  /** Statuses that can follow; empty: it stays as it is. */
  to: readonly string[];
  /** Statuses in which there is nothing left to do: the thing is answered unchanged. */
  repeats: readonly string[];
};

/** Makes the moves of one noun: `move('cancel')`. */
export const movesOf =
  <Status extends string, Act extends string>(
    noun: string,
    { statuses, acts }: { statuses: readonly Status[]; acts: Transitions<Status, Act> },
  ) =>
  (act: Act | readonly Act[], { repeats = [] }: { repeats?: readonly Status[] } = {}): Move => {
    const rows = [act].flat().map((one) => acts[one as Act]);
    return {
      noun,
      statuses,
      from: [...new Set(rows.flatMap(({ from }) => from))],
      to: [...new Set(rows.map(({ to }) => to).filter((to) => to !== 'SAME'))],
      repeats,
    };
  };
