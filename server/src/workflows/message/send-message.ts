import type { Mail, MailAccess } from '../../adapters/mail/port.ts';
import { isPartnerError } from '../../adapters/partner-error.ts';
import { loadMessageToSend } from '../../domain/notification/message/actions/load-message.ts';
import { type DeliveryOutcome, recordDelivery } from '../../domain/notification/message/actions/record-delivery.ts';
import { type Message, ticketEntity } from '../../domain/notification/message/message.ts';
import { messageIs } from '../../domain/notification/message/states.ts';
import { openCredentials } from '../../domain/organization/connection/access.ts';
import { loadMailConnection } from '../../domain/organization/connection/actions/load-connection.ts';
import type { Connection } from '../../domain/organization/connection/connection.ts';
import { withReplyMarker } from '../../domain/support/mail/reply-text.ts';
import { type PartnerStep, stepFailed, type Workflow } from '../../engine/workflow.ts';
import { decodeId } from '../../kit/ids.ts';
import type { WorkflowServices } from '../services.ts';
import { watchStep } from '../watch-step.ts';

/** Mails about tickets are shown together, and can be answered if the service receives mail. */
const replyOf = (
  { replyAddresses }: WorkflowServices,
  orgId: string,
  { entity_type: type, entity_id: entityId, creation_time: writtenAt }: Message,
): Pick<Mail, 'replyTo' | 'thread'> => {
  const ticketId = type === ticketEntity ? decodeId('ticket', entityId) : null;
  if (ticketId === null) return {};
  return {
    thread: entityId,
    ...(replyAddresses && { replyTo: replyAddresses.addressOf({ orgId, ticketId }, writtenAt) }),
  };
};

/** The same in every attempt, so that a mail sent twice is shown once. */
const mailOf = (
  { id, recipient, subject, text_content: text, html_content: html }: Message,
  reply: Pick<Mail, 'replyTo' | 'thread'>,
): Mail => ({
  to: recipient,
  subject,
  ...(reply.replyTo === undefined ? { text, html } : withReplyMarker({ text, html })),
  messageId: id,
  ...reply,
});

type OwnServer = { connection: Connection; access: MailAccess };

/** The organization's own mail server, opened for the call; undefined if it has connected none. */
const ownServer = async (
  { secretKeys }: WorkflowServices,
  { db }: Pick<PartnerStep, 'db'>,
): Promise<OwnServer | undefined> => {
  const connection = await loadMailConnection(db);
  if (!connection) return undefined;
  const { user = '', password = '' } = openCredentials(secretKeys, connection);
  return { connection, access: { endpoint: connection.endpoint ?? '', from: connection.account_id, user, password } };
};

/** A mail server's messages are sentences already. */
const asSaid = ({ message }: { message: string }): string => message;

/**
 * One attempt to send a mail. A refusal is recorded on the message, and a later run tries again; this run is FAILED,
 * with the mail server's words and the time of the next attempt.
 */
export const sendMessageWorkflow = (services: WorkflowServices): Workflow<'message.send'> => ({
  name: 'message.send',
  run: async (run, { messageId }) => {
    const { begin, after } = watchStep(services);
    const outcome = await run.partner('mail', { after }, async (step): Promise<DeliveryOutcome> => {
      const message = await loadMessageToSend(step.db, messageId);
      if (!message) return null;
      try {
        const own = await ownServer(services, step);
        step.note({ server: own === undefined ? 'service' : 'organization' });
        const credentials = own ? { password: own.access.password } : {};
        const watch = begin(step, { partner: 'SMTP', connection: own?.connection, credentials, prettify: asSaid });
        const mailer = services.organizationMail.mailerOf(own?.access);
        await watch.call('MAIL', () => mailer.send(mailOf(message, replyOf(services, run.orgId, message))));
        return null;
      } catch (error) {
        if (!isPartnerError(error)) throw error;
        return { code: error.partnerCode, message: error.message, isFinal: !error.retryable };
      }
    });
    const recorded = await run.change('record', ['message.sent', 'message.failed'], async (call) => {
      const message = await recordDelivery(call, messageId, outcome);
      const next = message?.next_attempt_time?.toISOString() ?? null;
      return { status: message?.status, error: message?.last_error ?? null, next };
    });
    const { status, error, next } = recorded;
    if (messageIs.done(status)) return 'The mail was sent.';
    if (!error) return 'The mail is no longer to be sent.';
    const rest = next ? ` The next attempt is at ${next}.` : '';
    throw stepFailed(error.code, `${error.message}${rest}`, { messageStatus: status });
  },
  // An attempt that failed inside the service counts like a temporary refusal by the mail server.
  onFailure: {
    emits: ['message.failed'],
    act: async (call, { messageId }, { code, message, info }) => {
      if ((info as { messageStatus?: string } | undefined)?.messageStatus !== undefined) return;
      await recordDelivery(call, messageId, { code, message, isFinal: false });
    },
  },
});
