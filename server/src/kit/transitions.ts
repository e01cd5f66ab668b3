import { wrongState } from './errors.ts';

/** The next status: a given one, the same one, or the status before the request that has now ended. */
export type Target<Status extends string> = Status | 'SAME' | 'BEFORE';

/** A state table: act → statuses in which it is allowed → next status. */
export type Transitions<Status extends string, Act extends string> = Record<
  Act,
  {
    from: readonly Status[];
    to: Target<Status>;
    /** For `BEFORE`: the next status if the previous one is unknown. */
    otherwise?: Status;
    trigger: string;
  }
>;

/** An entity's status; `status_before` is set while a request is in progress. */
export type StatusColumns<Status extends string> = { status: Status; status_before?: Status | null };

/** Returns the next status, or throws a 409 that names the allowed ones. */
export const nextStatus = <Status extends string, Act extends string>(
  noun: string,
  table: Transitions<Status, Act>,
  act: Act,
  { status, status_before: before }: StatusColumns<Status>,
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
 * The properties of statuses that code checks, from a table that lists what is true of each: a new status must be
 * listed too. For an absent status (null), or one that another release has written, nothing is true.
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

/** The rows of a state table that an endpoint uses. */
export type Move = {
  noun: string;
  statuses: readonly string[];
  /** Statuses in which the endpoint is allowed; others get 409. */
  from: readonly string[];
  /** Statuses that can follow; empty if the status stays the same. */
  to: readonly string[];
  /** Statuses in which nothing is left to do: the entity is returned unchanged. */
  repeats: readonly string[];
};

/** Creates a function that returns the moves of a noun: `move('cancel')`. */
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
