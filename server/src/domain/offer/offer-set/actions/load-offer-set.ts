import type { ActCall } from '../../../../contract/call.ts';
import { stepFailed } from '../../../../engine/workflow.ts';
import type { OfferSetWithMembers } from '../offer-set.ts';
import { findOfferSet } from '../store.ts';

/** The offer set of a run, which fails without one. */
export const loadOfferSet = async ({ db }: Pick<ActCall, 'db'>, offerSetId: string): Promise<OfferSetWithMembers> => {
  const set = await findOfferSet(db, offerSetId);
  if (!set) throw stepFailed('NotFound', 'No such offer set.');
  return set;
};
