import type { z } from 'zod';
import type { ActCall } from '../../../../contract/call.ts';
import { recordsAround } from '../../../../contract/record-changes.ts';
import { scheduleDue } from '../../../../engine/due-store.ts';
import { decimalFromJson } from '../../../../kit/decimal.ts';
import { badRequest, type Fault } from '../../../../kit/errors.ts';
import { buyOffer } from '../../../offer/actions/buy-offer.ts';
import { writeEntitlement } from '../../change.ts';
import type { Entitlement, Term } from '../../entitlement.ts';
import { entitlementIs } from '../../states.ts';
import { viewEntitlement } from '../../view.ts';
import { boughtTerms, type DirectBuyer, directPartners, directStartKind, type SoldOffer } from '../direct-purchase.ts';
import { readDates } from '../read-dates.ts';
import type { CreateEntitlement } from '../schema.ts';
import { findDirectBuyer, findSoldOffer, findSoldProduct } from '../store.ts';
import { recordPrices } from './record-prices.ts';

type Body = z.output<typeof CreateEntitlement>;
type Asked = { buyer: DirectBuyer; offer: SoldOffer; startTime: Date; endTime: Date | null };

const fault = (path: string, code: string, message: string): Fault => ({ path, code, message });

const buyerFaults = (buyer: DirectBuyer | undefined): Fault[] => {
  if (!buyer) return [fault('buyerId', 'unknown', 'names no buyer')];
  if (directPartners.includes(buyer.partner)) return [];
  const message = `is a buyer of ${buyer.partner}, whose purchases are made there; it must be a buyer of ${directPartners.join(' or ')}`;
  return [fault('buyerId', 'partner', message)];
};

const offerFaults = (offer: SoldOffer | undefined, buyer: DirectBuyer | undefined): Fault[] => {
  if (!offer) return [fault('offerId', 'unknown', 'names no offer')];
  if (!buyer) return [];
  if (offer.partner !== buyer.partner)
    return [fault('offerId', 'partner', `is an offer of ${offer.partner}, but the buyer is one of ${buyer.partner}`)];
  if (offer.buyer_id !== null && offer.buyer_id !== buyer.id)
    return [fault('offerId', 'buyer', 'is an offer to another buyer')];
  const paysIn = buyer.info.paymentConfig?.currency;
  const { currency } = offer.info;
  if (typeof paysIn !== 'string' || currency === undefined || currency === paysIn) return [];
  return [fault('offerId', 'currency', `is in ${currency}, but the buyer pays in ${paysIn}`)];
};

const readAsked = async (call: ActCall, body: Body): Promise<Asked> => {
  const faults: Fault[] = [];
  const buyer = body.buyerId === undefined ? undefined : await findDirectBuyer(call.db, body.buyerId);
  const offer = body.offerId === undefined ? undefined : await findSoldOffer(call.db, body.offerId);
  faults.push(...buyerFaults(buyer), ...offerFaults(offer, buyer));
  const { startTime, endTime } = readDates(body, call.now, faults, offer?.info.autoRenew === true);
  if (faults.length > 0 || !buyer || !offer) throw badRequest(faults);
  return { buyer, offer, startTime, endTime };
};

const statusOf = ({ startTime, endTime }: Asked, now: Date): Entitlement['status'] => {
  if (endTime && endTime <= now) return 'CANCELLED';
  return startTime > now ? 'PENDING_START' : 'ACTIVE';
};

const termOf = (call: ActCall, entitlement: Entitlement, { startTime, endTime }: Asked): Term => ({
  id: entitlement.entitlement_term_id ?? call.newId(),
  entitlement_id: entitlement.id,
  type: 'Signup',
  partner: entitlement.partner,
  service: entitlement.service,
  product_id: entitlement.product_id,
  offer_id: entitlement.offer_id,
  buyer_id: entitlement.buyer_id,
  external_entitlement_id: null,
  start_time: startTime,
  end_time: endTime,
  commit_amount: decimalFromJson(entitlement.info.commitAmount ?? 0) ?? '0',
  used_commit_amount: '0',
  credit_amount: '0',
  used_credit_amount: '0',
  reported_amount: '0',
  parent_term_id: null,
  agreed_start: null,
  divided_amount: '0',
  info: {},
  entitlement_info: entitlement.info,
  creation_time: call.now,
  last_update_time: call.now,
  version: 1,
});

/**
 * Creates a directly billed purchase: ACTIVE at once, PENDING_START until a later start, or CANCELLED if its end has
 * already passed. The offer becomes USED. Emits entitlement.created.
 */
export const createEntitlement = async (call: ActCall, { body }: { body: Body }) => {
  const asked = await readAsked(call, body);
  const { buyer, offer, startTime, endTime } = asked;
  // The audit row belongs to the entitlement, so the change of the offer is recorded after it.
  await buyOffer(recordsAround(call), offer.id, { acceptTime: startTime, buyerId: buyer.id });
  const product = offer.product_id === null ? undefined : await findSoldProduct(call.db, offer.product_id);
  const entitlement: Entitlement = {
    id: call.newId(),
    partner: buyer.partner,
    service: offer.service,
    partner_id: null,
    external_id: null,
    external_buyer_id: buyer.external_id,
    external_product_id: product?.external_id ?? null,
    name: offer.name,
    type: product?.product_type ?? '',
    status: statusOf(asked, call.now),
    status_before: null,
    product_id: offer.product_id,
    offer_id: offer.id,
    buyer_id: buyer.id,
    entitlement_term_id: call.newId(),
    start_time: startTime,
    end_time: endTime,
    info: boughtTerms(offer),
    meta_info: {},
    renewal: null,
    end_soon_term_id: null,
    creation_time: call.now,
    last_update_time: call.now,
    version: 1,
  };
  const write = { terms: [termOf(call, entitlement, asked)], oldTerms: [], events: ['entitlement.created'] as const };
  await writeEntitlement(call, undefined, entitlement, write);
  if (entitlementIs.waiting(entitlement.status)) await scheduleDue(call.db, directStartKind, entitlement.id, startTime);
  // A purchase that is over already is only recorded: nothing is charged for it.
  if (!entitlementIs.ended(entitlement.status)) await recordPrices(call, entitlement, startTime);
  return viewEntitlement(call.orgId, entitlement);
};
