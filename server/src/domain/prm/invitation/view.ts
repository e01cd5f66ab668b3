import type { z } from 'zod';
import { encodeId } from '../../../kit/ids.ts';
import type { Invitation } from './invitation.ts';
import type { Invitation as InvitationReply } from './schema.ts';

/** An invitation as clients of one side see it: never its link, and never who holds it on the other side. */
export const viewInvitation = (orgId: string, row: Invitation): z.input<typeof InvitationReply> => {
  const { recipient, sender } = row;
  return {
    id: encodeId('invite', row.id),
    organizationID: encodeId('org', orgId),
    direction: row.direction,
    status: row.status,
    recipient: {
      companyName: recipient.companyName,
      email: recipient.email,
      ...(recipient.name !== '' && { name: recipient.name }),
      ...(recipient.website !== '' && { website: recipient.website }),
    },
    sender: {
      organizationID: encodeId('org', sender.organizationId),
      organizationName: sender.organizationName,
      userName: sender.userName,
    },
    ...(row.relationship_id !== null && { partnerId: encodeId('relation', row.relationship_id) }),
    message: { subject: row.subject, body: row.body },
    linkedFileIds: row.linked_file_ids.map((id) => encodeId('file', id)),
    acceptBy: row.accept_by.toISOString(),
    sentTime: row.sent_time.toISOString(),
    resentCount: row.resent_count,
    ...(row.responded_time !== null && { respondedTime: row.responded_time.toISOString() }),
  };
};
