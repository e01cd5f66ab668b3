import { acts, type Endpoint } from '../../../contract/endpoint.ts';
import { operationHeader } from '../../../engine/start-once.ts';
import { movesOf } from '../../../kit/transitions.ts';
import { Referral } from '../referral/schema.ts';
import { stateTables } from '../referral/states.ts';
import { invitePartnerToReferral } from './actions/invite-partner.ts';
import { InvitePartner } from './schema.ts';

const move = movesOf('referral', stateTables.referral);

export const invitationEndpoints: Endpoint[] = [
  acts({
    id: 'invitePartnerToReferral',
    method: 'POST',
    path: '/org/{orgId}/cosell/partner/AZURE/referral/{referralId}/invitePartner',
    family: 'cosell',
    permission: 'cosell:write',
    summary: 'Invite another partner to a referral',
    notes:
      'By an operation. Its referral must be shared (type Shared). The invited partner’s referral appears as a separate one, with the same ' +
      'engagementId in partnerView, and the ledger names it. Inviting a partner that already takes part changes nothing.',
    params: { referralId: { id: 'referral', noun: 'referral' } },
    body: InvitePartner,
    reply: Referral,
    replyHeaders: operationHeader,
    needs: 'invitePartner',
    moves: move(['invite']),
    emits: [],
    act: invitePartnerToReferral,
  }),
];
