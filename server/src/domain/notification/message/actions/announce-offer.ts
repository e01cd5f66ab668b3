import type { ActCall } from '../../../../contract/call.ts';
import { encodeId } from '../../../../kit/ids.ts';
import { announcementOf, composeAnnouncement } from '../announcement.ts';
import { findAnnouncedOffer, findReceivers } from '../store.ts';
import { type WrittenMail, writeMails } from './write-mails.ts';

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
  const mails = receivers.map((receiver): WrittenMail => {
    const mail = composeAnnouncement(announcementOf(offer, receiver.name));
    return { recipient: receiver.email_address, contactId: receiver.id, ...mail };
  });
  const about = { action: 'NOTIFY_CONTACTS', entityType: 'OFFER', entityId: encodeId('offer', offerId) } as const;
  return writeMails(call, about, mails);
};
