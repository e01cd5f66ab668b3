import type { ChatMessage } from '../../adapters/chat/port.ts';
import type { Mail, MailAccess } from '../../adapters/mail/port.ts';
import { isPartnerError, partnerError } from '../../adapters/partner-error.ts';
import { loadMessageToSend } from '../../domain/notification/message/actions/load-message.ts';
import { type DeliveryOutcome, recordDelivery } from '../../domain/notification/message/actions/record-delivery.ts';
import { type Message, ticketEntity } from '../../domain/notification/message/message.ts';
import { messageIs } from '../../domain/notification/message/states.ts';
import { loadChatAddress } from '../../domain/notification/notification-config/actions/load-chat-address.ts';
import type { ChatChannel } from '../../domain/notification/notification-config/notification-config.ts';
import { openCredentials } from '../../domain/organization/connection/access.ts';
import { loadMailConnection } from '../../domain/organization/connection/actions/load-connection.ts';
import type { Connection } from '../../domain/organization/connection/connection.ts';
import { withReplyMarker } from '../../domain/support/mail/reply-text.ts';
import { type PartnerStep, stepFailed, type Workflow } from '../../engine/workflow.ts';
import { decodeId } from '../../kit/ids.ts';
import type { WorkflowServices } from '../services.ts';
import { type StepWatch, watchStep } from '../watch-step.ts';

/** Mails about tickets are shown together, and can be answered if the service receives mail. Replies to others go where they say. */
const replyOf = (
  { replyAddresses }: WorkflowServices,
  orgId: string,
  { entity_type: type, entity_id: entityId, creation_time: writtenAt, reply_to: replyTo }: Message,
): Pick<Mail, 'replyTo' | 'thread'> => {
  const ticketId = type === ticketEntity ? decodeId('ticket', entityId) : null;
  if (ticketId === null) return replyTo === null ? {} : { replyTo };
  return {
    thread: entityId,
    ...(replyAddresses && { replyTo: replyAddresses.addressOf({ orgId, ticketId }, writtenAt) }),
  };
};

/** The same in every attempt, so that a mail sent twice is shown once. */
const mailOf = (
  { id, recipient, cc_recipients: cc, bcc_recipients: bcc, subject, text_content: text, html_content: html }: Message,
  reply: Pick<Mail, 'replyTo' | 'thread'>,
): Mail => ({
  to: recipient,
  cc,
  bcc,
  subject,
  // Only replies to tickets are read by the service, which cuts them at the marker.
  ...(reply.replyTo === undefined || reply.thread === undefined ? { text, html } : withReplyMarker({ text, html })),
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

/** Messages of mail servers and chat services are sentences already. */
const asSaid = ({ message }: { message: string }): string => message;

type Attempt = { message: Message; step: PartnerStep; begin: StepWatch['begin'] };

const sendMail = async (
  services: WorkflowServices,
  orgId: string,
  { message, step, begin }: Attempt,
): Promise<void> => {
  const own = await ownServer(services, step);
  step.note({ server: own === undefined ? 'service' : 'organization' });
  const credentials = own ? { password: own.access.password } : {};
  const watch = begin(step, { partner: 'SMTP', connection: own?.connection, credentials, prettify: asSaid });
  const mailer = services.organizationMail.mailerOf(own?.access);
  await watch.call('MAIL', () => mailer.send(mailOf(message, replyOf(services, orgId, message))));
};

/** Posts to the address that the organization has now: one that was replaced meanwhile may be one that leaked. */
const post = async (
  { chats = {}, secretKeys }: WorkflowServices,
  orgId: string,
  { channel, content, step, begin }: Attempt & { channel: ChatChannel; content: ChatMessage },
): Promise<void> => {
  const chat = chats[channel];
  const address = await loadChatAddress(step.db, { secretKeys, orgId, channel });
  if (chat === undefined || address === undefined)
    throw partnerError(`${channel} has no address any more`, {
      ...{ partner: channel, outcome: 'NOT_SENT', partnerCode: 'NOT_CONFIGURED', httpStatus: undefined },
      ...{ requestId: undefined, retryable: false },
    });
  const watch = begin(step, { partner: channel, credentials: { address }, prettify: asSaid });
  await watch.call('MESSAGE', () => chat.send(address, content));
};

/** Throws a PartnerError unless the message was accepted. */
const handOver = (services: WorkflowServices, orgId: string, attempt: Attempt): Promise<void> => {
  const { channel, content } = attempt.message;
  if (channel === 'EMAIL') return sendMail(services, orgId, attempt);
  if (content === null) throw new Error(`message ${attempt.message.id} has no content for ${channel}`);
  return post(services, orgId, { ...attempt, channel, content });
};

/**
 * One attempt to send a message. A refusal is recorded on the message, and a later run tries again; this run is FAILED,
 * with the words of the mail server or chat service and the time of the next attempt.
 */
export const sendMessageWorkflow = (services: WorkflowServices): Workflow<'message.send'> => ({
  name: 'message.send',
  run: async (run, { messageId }) => {
    const { begin, after } = watchStep(services);
    const outcome = await run.partner('mail', { after }, async (step): Promise<DeliveryOutcome> => {
      const message = await loadMessageToSend(step.db, messageId);
      if (!message) return null;
      try {
        await handOver(services, run.orgId, { message, step, begin });
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
    if (messageIs.done(status)) return 'The message was sent.';
    if (!error) return 'The message no longer needs to be sent.';
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
