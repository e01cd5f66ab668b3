import type { AgreementRead } from '../../../adapters/marketplace/port.ts';
import { findMarketplaceFacts } from '../../../contract/marketplaces/marketplaces.ts';
import type { Term } from '../entitlement.ts';
import { agreementIs } from '../states.ts';

/**
 * Determines the term that a read is about. If each term is its own agreement, there is only one. If one agreement
 * spans many terms (`hasTerms`), a read shows its latest term: the known one, or the next one after a renewal or a
 * change of plan.
 */

/**
 * Tolerance for starts that are computed from an end and a number of months, which is inexact at the end of a month.
 */
const inexactMs = 4 * 86_400_000;

const planOf = ({ partner, entitlement_info: info }: Term): string | null => {
  const place = findMarketplaceFacts(partner)?.agreement.plan;
  const name = place && info[place.member]?.[0]?.[place.field];
  return typeof name === 'string' && name !== '' ? name : null;
};

const isRenewal = (latest: Term, { startTime, endTime }: AgreementRead): boolean =>
  latest.end_time !== null &&
  (endTime === null || endTime > latest.end_time) &&
  startTime.getTime() >= latest.end_time.getTime() - inexactMs;

const isOtherPlan = (latest: Term, { planId = null, startTime }: AgreementRead, offerId: string | null): boolean => {
  const before = planOf(latest);
  const isPlan = before !== null && planId !== null && before !== planId;
  if (isPlan || offerId === null || offerId === latest.offer_id) return isPlan;
  // An offer that we learn of after its term was applied belongs to that term; after one at the public price it is new.
  return latest.offer_id !== null || startTime.getTime() > latest.start_time.getTime() + inexactMs;
};

/** `old`: the known term that the read is about. Undefined if the read begins a new term. */
export type TermOfRead = { old: Term | undefined; startTime: Date };

export const termOfRead = (
  terms: readonly Term[],
  read: AgreementRead,
  { offerId, now }: { offerId: string | null; now: Date },
): TermOfRead => {
  const own = terms
    .filter((term) => term.external_entitlement_id === read.externalId && term.type !== 'DivideCommit')
    .sort((left, right) => left.start_time.getTime() - right.start_time.getTime());
  const latest = own.at(-1);
  if (!read.hasTerms || !latest) return { old: latest, startTime: read.startTime };
  const isLater = read.startTime > latest.start_time;
  if (agreementIs.inForce(read.status)) {
    if (isRenewal(latest, read)) return { old: undefined, startTime: latest.end_time ?? read.startTime };
    // A plan without a term does not report its start: it changed with this read.
    if (isOtherPlan(latest, read, offerId))
      return { old: undefined, startTime: isLater ? read.startTime : new Date(Math.min(read.version, now.getTime())) };
  }
  return { old: latest, startTime: isLater ? read.startTime : latest.start_time };
};
