import type { ActCall } from '../../../../contract/call.ts';
import { findOrganizationName } from '../../../../db/two-organizations.ts';
import { escapeHtml } from '../../../../kit/escape-html.ts';
import { encodeId } from '../../../../kit/ids.ts';
import { inLine } from '../../../../kit/mail-text.ts';
import { findLeaderAddresses } from '../../../organization/actions/find-people.ts';
import { writeNotices } from '../../message/actions/write-notices.ts';
import { changeWebhook } from '../change.ts';
import { failingDays, type Webhook } from '../webhook.ts';
import { discardWaiting, turnedOff } from './turn-off.ts';

type Reason = 'GONE' | 'FAILING';

const causes: Readonly<Record<Reason, string>> = {
  GONE: 'Its address answered that it is gone for good (410).',
  FAILING: `Nothing got through to its address for ${failingDays} days.`,
};

const composeMail = (organization: string, webhook: Webhook, reason: Reason) => {
  const id = encodeId('webhook', webhook.id);
  const { host } = new URL(webhook.url);
  const paragraphs = [
    `A webhook of ${inLine(organization)} was disabled. ${causes[reason]}`,
    `Webhook: ${id}\nHost: ${inLine(host)}\nDescription: ${inLine(webhook.description) || 'none'}`,
    'Nothing more is sent to it, and what was waiting is canceled. Correct the receiver, enable the webhook, and replay the time in between.',
  ];
  const html = paragraphs.map((text) => `<p style="white-space:pre-wrap">${escapeHtml(text)}</p>`).join('');
  return {
    subject: 'A webhook was disabled',
    text: `${paragraphs.join('\n\n')}\n`,
    html: `<!doctype html><html><body>${html}</body></html>\n`,
  };
};

/** Tells the owners and admins; those to whom no more mails may be written are told of the event in a digest. */
const tellLeaders = async (call: ActCall, webhook: Webhook, reason: Reason): Promise<void> => {
  const { subject, text, html } = composeMail(await findOrganizationName(call.db), webhook, reason);
  const addresses = await findLeaderAddresses(call.db);
  await writeNotices(
    call,
    addresses.map((recipient) => ({
      ...{ channel: 'EMAIL', action: 'SUSPEND', entityType: 'WORKFLOW_WEBHOOK' },
      ...{ entityId: encodeId('webhook', webhook.id), recipient, subject, text, html, isToldLater: true },
    })),
  );
};

/** Disables a webhook whose receiver does not take anything. Emits webhook.disabled, and message.created for the mails. */
export const disableWebhook = async (call: ActCall, old: Webhook, reason: Reason): Promise<void> => {
  const { row } = await changeWebhook(call, old, turnedOff(call, old, reason), 'webhook.disabled');
  await discardWaiting(call, row);
  await tellLeaders(call, row, reason);
};
