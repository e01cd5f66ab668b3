import { z } from 'zod';
import type { Fields } from '../../../contract/fields.ts';
import { filterParams } from '../../../contract/filters.ts';
import { queryParams } from '../../../contract/shapes.ts';
import { directions } from './invitation.ts';
import { invitationStatuses } from './states.ts';

/** Fields that `q` and `s` can use on invitations. */
export const invitationFields: Fields = {
  id: { type: 'id', prefix: 'invite', column: 'partner_invitation.id', sortable: true, required: true },
  direction: {
    type: 'enum',
    values: directions,
    column: 'partner_invitation.direction',
    required: true,
    filter: 'direction',
  },
  status: {
    type: 'enum',
    values: invitationStatuses,
    column: 'partner_invitation.status',
    required: true,
    filter: 'status',
  },
  partner_id: { type: 'id', prefix: 'relation', column: 'partner_invitation.relationship_id' },
  'recipient.email': { type: 'text', column: 'partner_invitation.recipient_email', isLower: true, required: true },
  'recipient.company_name': {
    type: 'text',
    column: 'partner_invitation.recipient_company',
    sortable: true,
    required: true,
  },
  sent_time: { type: 'time', column: 'partner_invitation.sent_time', sortable: true, required: true },
  responded_time: { type: 'time', column: 'partner_invitation.responded_time' },
  accept_by: { type: 'time', column: 'partner_invitation.accept_by', sortable: true, required: true },
  creation_time: { type: 'time', column: 'partner_invitation.creation_time', sortable: true, required: true },
};

export const InvitationListParams = z.object({
  ...queryParams(() => invitationFields),
  ...filterParams(invitationFields),
});
