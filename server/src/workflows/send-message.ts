import type { Mail, MailAccess } from '../adapters/mail/port.ts';
import { isPartnerError } from '../adapters/partner-error.ts';
import { type DeliveryOutcome, recordDelivery } from '../domain/notification/message/actions/record-delivery.ts';
import type { Message } from '../domain/notification/message/message.ts';
import { findMessage } from '../domain/notification/message/store.ts';
import { openCredentials } from '../domain/organization/connection/access.ts';
import { findConnectedMailServer } from '../domain/organization/connection/store.ts';
import { type PartnerStep, stepFailed, type Workflow } from '../engine/workflow.ts';
import type { WorkflowServices } from './services.ts';

/** Equal in every attempt, so that a mail that went out twice is shown once. */
const mailOf = ({ id, recipient, subject, text_content: text, html_content: html }: Message): Mail => ({
  to: recipient,
  subject,
  text,
  html,
  messageId: id,
});

/** The organization's own mail server, opened for the call; undefined: it has connected none. */
const accessOf = async (
  { secretKeys }: WorkflowServices,
  { db }: Pick<PartnerStep, 'db'>,
): Promise<MailAccess | undefined> => {
  const connection = await findConnectedMailServer(db);
  if (!connection) return undefined;
  const { user = '', password = '' } = openCredentials(secretKeys, connection);
  return { endpoint: connection.endpoint ?? '', from: connection.account_id, user, password };
};

/**
 * One attempt to send a mail. A refusal is written down on the message, which is tried again later by another run; only what
 * is given up ends a run as FAILED.
 */
export const sendMessageWorkflow = (services: WorkflowServices): Workflow<'message.send'> => ({
  name: 'message.send',
  run: async (run, { messageId }) => {
    const outcome = await run.partner('mail', {}, async (step): Promise<DeliveryOutcome> => {
      const message = await findMessage(step.db, messageId);
      if (!message || message.status === 'DONE' || message.status === 'FAILED') return null;
      try {
        const access = await accessOf(services, step);
        step.note({ server: access === undefined ? 'service' : 'organization' });
        await services.organizationMail.mailerOf(access).send(mailOf(message));
        return null;
      } catch (error) {
        if (!isPartnerError(error)) throw error;
        return { code: error.partnerCode, message: error.message, isFinal: !error.retryable };
      }
    });
    const recorded = await run.change('record', ['message.sent', 'message.failed'], async (call) => {
      const message = await recordDelivery(call, messageId, outcome);
      return { status: message?.status, error: message?.last_error ?? null };
    });
    if (recorded.status === 'FAILED' && recorded.error)
      throw stepFailed(recorded.error.code, recorded.error.message, { messageStatus: recorded.status });
    return recorded.status === 'DONE' ? 'The mail was sent.' : 'The mail server did not take it; it is tried again.';
  },
  // An attempt that ended inside the service counts like one that a mail server refused for now.
  onFailure: {
    emits: ['message.failed'],
    act: async (call, { messageId }, { code, message }) => {
      await recordDelivery(call, messageId, { code, message, isFinal: false });
    },
  },
});
