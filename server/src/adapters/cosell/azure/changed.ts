import type { ChangesRead } from '../port.ts';
import { type Copy, timeOf } from './copies.ts';

/** `ChangesRead`: at most so many at once. */
const changesMax = 1000;

/** A time of the partner, in its own digits, and the referrals of just that time that were read. */
type Cursor = { time: string; ids: readonly string[] };

export const readCursor = (text: string | null): Cursor | null => {
  if (text === null || text === '') return null;
  const [time = '', ...ids] = text.split(' ');
  return { time, ids };
};

const orderOf = ({ id, updatedDateTime }: Copy): string =>
  `${timeOf(updatedDateTime).toISOString()} ${updatedDateTime} ${id}`;

/**
 * What changed since a cursor, oldest first: the list is ordered by creation only. Referrals of the cursor's own time are
 * listed again by `ge`; those that were read are left out, so that a list ends.
 */
export const changesOf = (copies: readonly Copy[], since: Cursor | null): ChangesRead => {
  const isRead = ({ id, updatedDateTime }: Copy): boolean =>
    since !== null && updatedDateTime === since.time && since.ids.includes(id);
  const fresh = copies
    .filter((copy) => !isRead(copy))
    .toSorted((left, right) => (orderOf(left) < orderOf(right) ? -1 : 1))
    .slice(0, changesMax);
  const time = fresh.at(-1)?.updatedDateTime;
  if (time === undefined)
    return { externalIds: [], cursor: since === null ? '' : [since.time, ...since.ids].join(' ') };
  const ids = fresh.filter(({ updatedDateTime }) => updatedDateTime === time).map(({ id }) => id);
  const before = since?.time === time ? since.ids : [];
  return { externalIds: fresh.map(({ id }) => id), cursor: [time, ...before, ...ids].join(' ') };
};
