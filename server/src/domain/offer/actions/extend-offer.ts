import type { ActCall } from '../../../contract/call.ts';
import { requireCapability } from '../../../contract/capabilities.ts';
import { badRequest, type Fault, Refusal, requireFound } from '../../../kit/errors.ts';
import { encodeId } from '../../../kit/ids.ts';
import { nextStatus } from '../../../kit/transitions.ts';
import { changeOffer } from '../change.ts';
import { watchTimes } from '../expiry.ts';
import { findOfferedProduct } from '../lookup-store.ts';
import { isAuthorization, type OfferWithContacts } from '../offer.ts';
import { refuseMember } from '../offer-set/refuse-member.ts';
import { offerIs, offerTransitions } from '../states.ts';
import { lockOffer } from '../store.ts';
import { checkSubmission, offerPartnerOf } from '../submission/partners.ts';
import { refuseConcurrentUpdate, withoutMessages } from './refuse-concurrent-update.ts';
import { refuseReceived } from './refuse-received.ts';

type Row = NonNullable<ReturnType<typeof offerPartnerOf>>;

const fault = (code: string, message: string): Fault => ({ path: 'newExpiryDate', code, message });

const checkDate = (old: OfferWithContacts, row: Row, expireTime: Date, now: Date): Fault[] => {
  const latest = row.latest?.(now);
  return [
    ...(expireTime <= now ? [fault('future', 'must be in the future')] : []),
    ...(old.expire_time !== null && expireTime <= old.expire_time
      ? [fault('later', `must be later than ${old.expire_time.toISOString()}`)]
      : []),
    ...(latest && expireTime > latest ? [fault('too_late', `must not be later than ${latest.toISOString()}`)] : []),
  ];
};

/** Direct billing: puts the offer on sale again with the status it had before it expired. */
const sellAgain = async (call: ActCall, old: OfferWithContacts, row: Row, day: string) => {
  const renewed = nextStatus('Offer', offerTransitions, 'renew', old);
  const expireTime = row.lastInstantOfDay(day);
  const faults = checkDate(old, row, expireTime, call.now);
  if (faults.length > 0) throw badRequest(faults);
  const wasUsed = offerIs.used(old.status_before);
  const status = wasUsed ? nextStatus('Offer', offerTransitions, 'renewUsed', old) : renewed;
  const change = { status, status_before: null, expire_time: expireTime };
  const view = await changeOffer(call, old, change, 'offer.extended');
  await watchTimes(call, { ...old, ...change });
  return view;
};

/**
 * Asks the partner for a later last day. If the partner cannot change it, the offer is withdrawn and offered again. An
 * offer that is already withdrawn is only offered again. An accepted offer stays accepted.
 */
export const extendPrivateOfferExpiryDate = async (
  call: ActCall,
  { params, query }: { params: { offerId: string }; query: { newExpiryDate: string } },
) => {
  const old = requireFound(await lockOffer(call.db, params.offerId), 'offer');
  call.checkVersion(old.version);
  const row = offerPartnerOf(old.partner);
  if (row?.sells === 'DIRECT') return sellAgain(call, old, row, query.newExpiryDate);
  const status = nextStatus('Offer', offerTransitions, 'extendExpiry', old);
  refuseReceived(old);
  if (isAuthorization(old))
    throw new Refusal(
      'Conflict',
      'AWS does not change the last day of a resale authorization; create a new authorization.',
      {
        status: old.status,
        offerType: old.offer_type,
      },
    );
  requireCapability('offerExtendExpiry', old.partner);
  await refuseMember(call, old);
  refuseConcurrentUpdate(old);
  if (!row) throw new Error(`${old.partner} can extend offers, but its row is missing`);
  const expireTime = row.lastInstantOfDay(query.newExpiryDate);
  const faults = checkDate(old, row, expireTime, call.now);
  if (row.isOfferedAgain && faults.length === 0) {
    const product = old.product_id === null ? undefined : await findOfferedProduct(call.db, old.product_id);
    faults.push(...checkSubmission(row, { ...old, expire_time: expireTime }, product, call));
  }
  if (faults.length > 0) throw badRequest(faults);
  const change = {
    status,
    status_before: old.status,
    pending: { kind: 'EXPIRY' as const, expireTime: expireTime.toISOString() },
    meta_info: withoutMessages(old.meta_info),
  };
  const view = await changeOffer(call, old, change, 'offer.extend_requested');
  await watchTimes(call, { ...old, ...change });
  await call.start('offer.extend', { offerId: old.id }, { entityId: encodeId('offer', old.id), partner: old.partner });
  return view;
};
