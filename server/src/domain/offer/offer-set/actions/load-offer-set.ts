import type { ActCall } from '../../../../contract/call.ts';
import { stepFailed } from '../../../../engine/workflow.ts';
import type { OfferSetWithMembers } from '../offer-set.ts';
import { findOfferSet } from '../store.ts';

/** Loads the offer set of a run. Throws if there is none. */
export const loadOfferSet = async ({ db }: Pick<ActCall, 'db'>, offerSetId: string): Promise<OfferSetWithMembers> => {
  const set = await findOfferSet(db, offerSetId);
  if (!set) throw stepFailed('NotFound', 'No such offer set.');
  return set;
};
