import type { ActCall } from '../../../../contract/call.ts';
import { encodeId } from '../../../../kit/ids.ts';
import { loadPersonalLine } from '../../../offer/actions/load-personal-line.ts';
import { composeAnnouncement } from '../announcement.ts';
import { findReceivers } from '../store.ts';
import { loadAnnouncement } from './load-announcement.ts';
import { type WrittenMail, writeMails } from './write-mails.ts';

/**
 * Creates a mail about an offer for each of the contacts that still belong to it, to be sent at once. `noticeId`: where
 * the seller's personal line is. Returns their number. Emits message.created.
 */
export const announceOffer = async (
  call: ActCall,
  { offerId, contactIds, noticeId }: { offerId: string; contactIds: readonly string[]; noticeId?: string },
): Promise<number> => {
  const offer = await loadAnnouncement(call.db, offerId);
  const receivers = offer ? await findReceivers(call.db, offerId, contactIds) : [];
  if (!offer || receivers.length === 0) return 0;
  const personalLine = await loadPersonalLine(call.db, noticeId);
  const mails = receivers.map((receiver): WrittenMail => {
    const mail = composeAnnouncement({ ...offer.content, receiver: receiver.name, personalLine });
    return { recipient: receiver.email_address, contactId: receiver.id, replyTo: offer.replyTo, ...mail };
  });
  const about = { action: 'NOTIFY_CONTACTS', entityType: 'OFFER', entityId: encodeId('offer', offerId) } as const;
  return writeMails(call, about, mails);
};
