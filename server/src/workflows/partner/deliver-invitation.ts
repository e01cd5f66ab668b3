import type { Mail } from '../../adapters/mail/port.ts';
import { linkSecondsMax } from '../../adapters/storage/port.ts';
import { keyOfFile } from '../../domain/prm/file/file.ts';
import { type Delivery, loadDelivery } from '../../domain/prm/invitation/actions/load-delivery.ts';
import { linkInForce } from '../../domain/prm/invitation/link.ts';
import type { PartnerStep, Workflow, WorkflowRun } from '../../engine/workflow.ts';
import { withoutLinks } from '../../kit/without-links.ts';
import { sendInStep } from '../message/mail-step.ts';
import type { WorkflowServices } from '../services.ts';

type FileLink = { name: string; url: string };

const textOf = ({ invitation }: Delivery, link: string, files: readonly FileLink[]): string =>
  [
    withoutLinks(invitation.body),
    '',
    `Open this link to accept or to decline. It can be used once, until ${invitation.accept_by.toISOString().slice(0, 10)}:`,
    link,
    ...(files.length === 0
      ? []
      : ['', 'Files, for 7 days:', ...files.map(({ name, url }) => `${withoutLinks(name)}: ${url}`)]),
    '',
    `${withoutLinks(invitation.sender.organizationName)} sent this invitation. If you did not expect it, you can ignore it.`,
  ].join('\n');

/**
 * Sends the link of a partner invitation. The run stores no secret: each attempt derives the link again, and sends it only
 * while the stored hash confirms that it is the link in force.
 */
export const deliverInvitationWorkflow = (services: WorkflowServices): Workflow<'partner-invitation.deliver'> => {
  const linksTo = ({ orgId }: WorkflowRun, { files }: Delivery): Promise<FileLink[]> =>
    Promise.all(
      files.map(async ({ id, name, content_type: contentType }) => {
        const link = { name, contentType, seconds: linkSecondsMax };
        return { name, url: await services.documents.linkFile(keyOfFile(orgId, id), link) };
      }),
    );

  return {
    name: 'partner-invitation.deliver',
    run: async (run, { invitationId }) => {
      const mailOf = async ({ db, keyUuid }: PartnerStep): Promise<Mail | undefined> => {
        const delivery = await loadDelivery(db, invitationId);
        if (!delivery) return undefined;
        const { invitation, hash: stored } = delivery;
        const name = { orgId: run.orgId, invitationId, operationId: run.operationId };
        const link = linkInForce(services.secretKeys, services.authUrl, { name, stored });
        if (link === undefined) return undefined;
        return {
          to: invitation.recipient_email,
          subject: withoutLinks(invitation.subject),
          text: textOf(delivery, link, await linksTo(run, delivery)),
          messageId: keyUuid,
        };
      };
      const isSent = await sendInStep(services, run, mailOf);
      return isSent
        ? 'The invitation was handed over to be sent.'
        : 'The invitation was answered, withdrawn or replaced before it was sent.';
    },
  };
};
