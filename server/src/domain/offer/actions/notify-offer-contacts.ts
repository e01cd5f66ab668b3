import type { ActCall } from '../../../contract/call.ts';
import { badRequest, requireFound } from '../../../kit/errors.ts';
import { encodeId } from '../../../kit/ids.ts';
import { nextStatus } from '../../../kit/transitions.ts';
import { checkMailsLeft } from '../../organization/actions/check-mails-left.ts';
import { changeOffer } from '../change.ts';
import { insertNotice } from '../notice/store.ts';
import type { OfferWithContacts } from '../offer.ts';
import { offerTransitions } from '../states.ts';
import { lockOffer } from '../store.ts';

type Input = {
  params: { offerId: string };
  query?: { personalLine?: string | undefined };
  body: string[] | null | undefined;
};

/** The given contacts, or all contacts of the offer. 400 if a contact is not the offer's, or the offer has none. */
const receiversOf = (offer: OfferWithContacts, named: readonly string[]): string[] => {
  if (offer.contact_ids.length === 0)
    throw badRequest([{ path: '', code: 'no_contacts', message: 'the offer has no contacts' }]);
  const faults = named.flatMap((id, index) =>
    offer.contact_ids.includes(id)
      ? []
      : [{ path: String(index), code: 'unknown', message: 'names no contact of the offer' }],
  );
  if (faults.length > 0) throw badRequest(faults);
  return named.length === 0 ? offer.contact_ids : [...new Set(named)];
};

/** Stores the seller's line for the run, whose input holds only ids. Undefined if there is none. */
const keepPersonalLine = async (call: ActCall, offerId: string, line = ''): Promise<string | undefined> => {
  if (line === '') return undefined;
  const id = call.newId();
  await insertNotice(call.db, { id, offer_id: offerId, personal_line: line, creation_time: call.now });
  return id;
};

/**
 * Notifies contacts by mail that an offer can be accepted. The offer must be acceptable now. Every call sends again.
 * Emits offer.contacts_notified and starts offer.notify, which sends each contact one mail.
 */
export const sendOfferNotifications = async (call: ActCall, { params, query, body }: Input): Promise<string> => {
  const old = requireFound(await lockOffer(call.db, params.offerId), 'offer');
  call.checkVersion(old.version);
  const contactIds = receiversOf(old, body ?? []);
  nextStatus('Offer', offerTransitions, 'notify', old);
  await changeOffer(call, old, {}, 'offer.contacts_notified');
  await checkMailsLeft(call, contactIds.length);
  const noticeId = await keepPersonalLine(call, old.id, query?.personalLine?.trim());
  const input = { offerId: old.id, contactIds, ...(noticeId === undefined ? {} : { noticeId }) };
  await call.start('offer.notify', input, { entityId: encodeId('offer', old.id) });
  return '';
};
