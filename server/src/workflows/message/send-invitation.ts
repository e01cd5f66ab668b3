import type { Mail } from '../../adapters/mail/port.ts';
import { loadInvitation } from '../../domain/organization/access/user/actions/load-invitation.ts';
import { invitationSecret } from '../../domain/organization/access/user/invitation-link.ts';
import type { PartnerStep, Workflow } from '../../engine/workflow.ts';
import { withoutLinks } from '../../kit/without-links.ts';
import type { WorkflowServices } from '../services.ts';
import { sendInStep } from './mail-step.ts';

const invitationText = (organization: string, link: string): string =>
  [
    `You are invited to the organization ${withoutLinks(organization)}.`,
    '',
    'Open this link to accept. It is valid for seven days, can be used once, and works for this e-mail address only:',
    link,
    '',
    'If you did not expect this mail, you can ignore it.',
  ].join('\n');

/**
 * Sends the link of an invitation. The run stores no secret: each attempt derives the link again, and sends it only
 * while the stored hash confirms that it is the link in force. A mail that is sent twice contains the same link.
 */
export const sendInvitationWorkflow = (services: WorkflowServices): Workflow<'invitation.send'> => ({
  name: 'invitation.send',
  run: async (run, { userId }) => {
    const mailOf = async ({ db, keyUuid }: PartnerStep): Promise<Mail | undefined> => {
      const invitation = await loadInvitation(db, userId);
      if (!invitation) return undefined;
      const { email, hash, organization } = invitation;
      const name = { orgId: run.orgId, userId, operationId: run.operationId };
      const token = invitationSecret(services.secretKeys, name, hash);
      if (token === undefined) return undefined;
      const link = `${services.publicUrl}/console/invitation?token=${token}`;
      return {
        to: email,
        subject: `Invitation to ${withoutLinks(organization)}`,
        text: invitationText(organization, link),
        messageId: keyUuid,
      };
    };
    const isSent = await sendInStep(services, run, mailOf);
    return isSent
      ? 'The invitation was handed over to be sent.'
      : 'The invitation was accepted, withdrawn or replaced before it was sent.';
  },
});
