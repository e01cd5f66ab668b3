import type { z } from 'zod';
import type { BuyerCompany } from '../../../../adapters/cosell/port.ts';
import type { ActCall } from '../../../../contract/call.ts';
import { lockPair } from '../../../../db/two-organizations.ts';
import { badRequest, Refusal } from '../../../../kit/errors.ts';
import { nextStatus } from '../../../../kit/transitions.ts';
import { registerDeal } from '../../../cosell/referral/actions/register-deal.ts';
import type { Relationship } from '../../relationship/relationship.ts';
import { relationshipTransitions } from '../../relationship/states.ts';
import { findRelationship, lockRelationship, lockRelationshipOfPair } from '../../relationship/store.ts';
import type { CreateReferralOnBehalf } from '../schema.ts';

const noPartner = () =>
  badRequest([
    { path: 'partnerId', code: 'not_found', message: 'must be a partner relationship of this organization' },
  ]);

/** A partnership that takes new deals. Throws a 409 for any other. */
const requireActive = (relationship: Relationship): void => {
  nextStatus('Partner relationship', relationshipTransitions, 'register a deal', relationship);
};

/**
 * The seller registers a deal that a partner has brought, in the partner's name: both organizations have a copy of it from
 * now on. Throws a 409 unless the partnership is in force.
 */
export const createReferralOnBehalf = async (
  call: ActCall,
  { body: { partnerId, buyerCompany, ...deal } }: { body: z.output<typeof CreateReferralOnBehalf> },
) => {
  const seen = await findRelationship(call.db, partnerId);
  if (!seen) throw noPartner();
  requireActive(seen);
  const { partner_org_id: orgId, pair_id: pairId } = seen;
  if (orgId === null) throw new Error('a partnership in force has no partner');
  await lockPair(call.db, orgId);
  const ours = await lockRelationship(call.db, seen.id);
  if (!ours) throw noPartner();
  requireActive(ours);
  const theirs = await call.inOrganization(orgId, (there) => lockRelationshipOfPair(there.db, pairId));
  if (theirs?.partner_org_id !== call.orgId)
    throw new Refusal('Conflict', 'The partner has no record of this partnership.');
  requireActive(theirs);
  return registerDeal(
    call,
    { ...deal, buyerCompany: buyerCompany as BuyerCompany },
    {
      partner: { relationshipId: ours.id, orgId },
      seller: { relationshipId: theirs.id, orgId: call.orgId },
    },
  );
};
