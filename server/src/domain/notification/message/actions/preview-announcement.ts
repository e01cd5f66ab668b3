import type { ReadCall } from '../../../../contract/call.ts';
import { badRequest, Refusal } from '../../../../kit/errors.ts';
import { decodeId, nilId } from '../../../../kit/ids.ts';
import { composeAnnouncement } from '../announcement.ts';
import { findReceivers } from '../store.ts';
import { loadAnnouncement } from './load-announcement.ts';

const needed = ['offer:read', 'contact:read'] as const;

/**
 * The mail that a contact of an offer would be sent now; without `contactId`, the first contact by address, or nobody in
 * particular if the offer has none. Throws 400 for an unknown offer or contact, 403 if the caller may not read both.
 */
export const previewAnnouncement = async (
  call: Pick<ReadCall, 'db' | 'membership'>,
  { offerId, contactId, personalLine }: { offerId: string; contactId: string | null; personalLine: string | null },
): Promise<{ subject: string; text: string; html: string; replyTo: string | null }> => {
  const lacking = needed.filter((permission) => !call.membership?.permissions.has(permission));
  if (lacking.length > 0) throw new Refusal('Forbidden', `The mail of an offer needs ${lacking.join(' and ')}.`);
  const id = decodeId('offer', offerId) ?? nilId;
  const offer = await loadAnnouncement(call.db, id);
  if (!offer) throw badRequest([{ path: 'offerId', code: 'not_found', message: 'names no offer' }]);
  const wanted = contactId === null ? null : [decodeId('contact', contactId) ?? nilId];
  const [receiver] = await findReceivers(call.db, id, wanted);
  if (wanted !== null && !receiver)
    throw badRequest([{ path: 'contactId', code: 'unknown', message: 'names no contact of the offer' }]);
  const mail = composeAnnouncement({ ...offer.content, receiver: receiver?.name ?? '', personalLine });
  return { ...mail, replyTo: offer.replyTo };
};
