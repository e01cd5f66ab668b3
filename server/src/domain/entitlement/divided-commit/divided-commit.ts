import { splitEqually } from '../../../kit/currency.ts';
import { big, type Decimal } from '../../../kit/decimal.ts';
import { encodeId } from '../../../kit/ids.ts';
import type { Term } from '../entitlement.ts';

/**
 * A commit that was divided into parts: terms of type DivideCommit that lie within the divided one. The part that contains an hour pays for
 * its usage from its share, which is stored in its credit. Pure.
 */

/** The parts of a term in chronological order. */
export const partsOf = (parent: Pick<Term, 'id'>, terms: readonly Term[]): Term[] =>
  terms
    .filter((term) => term.parent_term_id === parent.id)
    .sort((left, right) => (left.agreed_start?.getTime() ?? 0) - (right.agreed_start?.getTime() ?? 0));

const clamp = (time: number, { start_time: start, end_time: end }: Pick<Term, 'start_time' | 'end_time'>): Date =>
  new Date(Math.max(start.getTime(), Math.min(time, end?.getTime() ?? time)));

/**
 * The parts with the periods in which they cover their parent's without gap or overlap: each from its agreed start to
 * the next one's, cut to the parent's period. A part is never dropped: one that the parent no longer reaches is empty,
 * and has its period again once the parent does.
 */
export const tileParts = (parent: Pick<Term, 'start_time' | 'end_time'>, parts: readonly Term[]): Term[] => {
  const startOf = (index: number): Date =>
    index === 0 ? parent.start_time : clamp(parts[index]?.agreed_start?.getTime() ?? 0, parent);
  return parts.map((part, index) => ({
    ...part,
    start_time: startOf(index),
    end_time: index === parts.length - 1 ? parent.end_time : startOf(index + 1),
  }));
};

const withParts = (parent: Term, parts: readonly Term[], divided: Decimal): Term => {
  const { isCommitDivided: _divided, subEntitlementTermIds: _parts, ...info } = parent.info;
  return {
    ...parent,
    divided_amount: divided,
    info:
      parts.length === 0
        ? info
        : { ...info, isCommitDivided: true, subEntitlementTermIds: parts.map(({ id }) => encodeId('term', id)) },
  };
};

/** What a division makes of a term: the term without that much of its commit, and its parts. */
export type Division = { parent: Term; parts: Term[] };

/**
 * Divides an amount of the commit equally among parts that begin at the given times, the first of which is the term's
 * own start. The earliest parts get what does not divide.
 */
export const divideTerm = (
  parent: Term,
  { starts, amount, now, newId }: { starts: readonly Date[]; amount: Decimal; now: Date; newId: () => string },
): Division => {
  const { currency } = parent.entitlement_info;
  const shares = splitEqually(amount, starts.length, currency);
  const parts = starts.map(
    (start, index): Term => ({
      ...parent,
      id: newId(),
      type: 'DivideCommit',
      parent_term_id: parent.id,
      agreed_start: start,
      divided_amount: '0',
      commit_amount: '0',
      used_commit_amount: '0',
      credit_amount: shares[index] ?? '0',
      used_credit_amount: '0',
      reported_amount: '0',
      info: { parentEntitlementTermId: encodeId('term', parent.id) },
      // What was bought is described by the parent alone, however many parts there are.
      entitlement_info: currency === undefined ? {} : { currency },
      creation_time: now,
      last_update_time: now,
      version: 1,
    }),
  );
  return { parent: withParts(parent, parts, amount), parts: tileParts(parent, parts) };
};

/**
 * Joins an unused part with the one before it, or the first with the one after it, which takes over its time and its
 * share. Joining the only part undoes the division.
 */
export const joinPart = (parent: Term, parts: readonly Term[], removed: Term): Division => {
  const place = parts.findIndex(({ id }) => id === removed.id);
  const left = parts.filter(({ id }) => id !== removed.id);
  const heir = left[Math.max(place - 1, 0)];
  const joined = left.map((part) =>
    part !== heir
      ? part
      : {
          ...part,
          credit_amount: big(part.credit_amount).plus(removed.credit_amount).toFixed(),
          agreed_start: place === 0 ? removed.agreed_start : part.agreed_start,
        },
  );
  return {
    parent: withParts(parent, joined, joined.length === 0 ? '0' : parent.divided_amount),
    parts: tileParts(parent, joined),
  };
};

/** The parts of all terms, as they are once the terms are as given. */
export const partsAfter = (terms: readonly Term[], before: readonly Term[]): Term[] =>
  terms.flatMap((parent) =>
    tileParts(parent, partsOf(parent, before)).map((part) => ({
      ...part,
      product_id: parent.product_id,
      offer_id: parent.offer_id,
      buyer_id: parent.buyer_id,
    })),
  );
