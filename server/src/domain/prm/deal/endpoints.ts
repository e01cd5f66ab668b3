import { acts, type Endpoint } from '../../../contract/endpoint.ts';
import { Referral } from '../../cosell/referral/schema.ts';
import { createReferralOnBehalf } from './actions/create-referral-on-behalf.ts';
import { CreateReferralOnBehalf } from './schema.ts';

export const dealEndpoints: Endpoint[] = [
  acts({
    id: 'createReferralOnBehalf',
    method: 'POST',
    path: '/org/{orgId}/cosell/referral/onBehalf',
    family: 'cosell',
    permission: 'cosell:write',
    summary: "Register a deal on a partner's behalf",
    notes:
      'DIRECT: this organization is the seller, and a partner has brought the deal. Both organizations get their own referral, ACCEPTED ' +
      'from the start: INBOUND for the seller, OUTBOUND for the partner. 409 unless the partnership is ACTIVE.',
    body: CreateReferralOnBehalf,
    reply: Referral,
    emits: ['referral.created', 'referral.accepted'],
    act: createReferralOnBehalf,
  }),
];
