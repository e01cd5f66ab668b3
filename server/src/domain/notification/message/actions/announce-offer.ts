import type { ActCall } from '../../../../contract/call.ts';
import { scheduleDue } from '../../../../engine/due-store.ts';
import { encodeId } from '../../../../kit/ids.ts';
import { checkMailsLeft } from '../../../organization/actions/check-mails-left.ts';
import { composeAnnouncement } from '../announcement.ts';
import { type Message, sendKind } from '../message.ts';
import { findAnnouncedOffer, findReceivers, insertMessages } from '../store.ts';
import { viewMessage } from '../view.ts';

/**
 * Creates a mail about an offer for each of the contacts that still belong to it, to be sent at once. Returns their
 * number. Emits message.created.
 */
export const announceOffer = async (
  call: ActCall,
  { offerId, contactIds }: { offerId: string; contactIds: readonly string[] },
): Promise<number> => {
  const offer = await findAnnouncedOffer(call.db, offerId);
  const receivers = offer ? await findReceivers(call.db, offerId, contactIds) : [];
  if (!offer || receivers.length === 0) return 0;
  await checkMailsLeft(call, receivers.length);
  const messages = receivers.map((receiver): Message => {
    const { subject, text, html } = composeAnnouncement({
      organization: offer.organization,
      offer: offer.name,
      product: offer.product,
      expireTime: offer.expire_time,
      url: offer.url,
      receiver: receiver.name,
    });
    return {
      id: call.newId(),
      channel: 'EMAIL',
      action: 'NOTIFY_CONTACTS',
      entity_type: 'OFFER',
      entity_id: encodeId('offer', offerId),
      contact_id: receiver.id,
      recipient: receiver.email_address,
      subject,
      text_content: text,
      html_content: html,
      status: 'SCHEDULED',
      attempts: 0,
      last_error: null,
      next_attempt_time: call.now,
      done_time: null,
      creation_time: call.now,
      last_update_time: call.now,
      version: 1,
    };
  });
  await insertMessages(call.db, messages);
  for (const message of messages) {
    await scheduleDue(call.db, sendKind, message.id, call.now);
    const after = viewMessage(call.orgId, message);
    call.recordChange({ type: 'message', before: null, after, version: 1, events: ['message.created'] });
  }
  return messages.length;
};
