import { openOrders } from '../buyer/place-order.ts';
import { invalidFields } from '../errors.ts';
import type { ApiCall } from '../route.ts';
import type { Entitlement, GcpReader, Json, Seller, StandardOffer } from '../state.ts';
import { standardOfferName } from './listings.ts';
import { checkParent, parentName } from './names.ts';
import { idOf } from './offer-content.ts';

/** Commerce Producer's name for the offer of an order. */
const offerOfOrder = (
  reader: GcpReader,
  seller: Seller,
  { terms }: Entitlement,
): { field: string; name: string } | null => {
  if (terms.privateOfferId) {
    return { field: 'amendedPrivateOffer', name: `${parentName(seller)}/privateOffers/${terms.privateOfferId}` };
  }
  const offer = reader.get('standardOffers', terms.standardOfferId);
  return offer ? { field: 'amendedStandardOffer', name: standardOfferName(seller, offer) } : null;
};

/** The offers in force for a billing account, and whether one of them must be amended. */
export const amendableOffers = (
  reader: GcpReader,
  seller: Seller,
  base: StandardOffer,
  billingAccount: string,
): { isRequired: boolean; offers: { field: string; name: string }[] } => {
  const orders = openOrders(reader, base.serviceId, billingAccount);
  const offers = orders.flatMap((order) => offerOfOrder(reader, seller, order) ?? []);
  const isRequired = offers.length > 0 && !reader.get('services', base.serviceId)?.multipleOrders;
  return { isRequired, offers };
};

/** `privateOffers:resolveAmendmentTarget`: which offer a new one for a billing account must amend. */
export const amendmentTarget = (call: ApiCall): Json => {
  checkParent(call);
  const asked = (camel: string, snake: string): string => call.query.get(camel) ?? call.query.get(snake) ?? '';
  const billingAccount = idOf(asked('targetBillingAccount', 'target_billing_account'), 'billingAccounts');
  const baseId = idOf(asked('baseStandardOffer', 'base_standard_offer'), 'standardOffers');
  const base = baseId === undefined ? undefined : call.store.get('standardOffers', baseId);
  if (!billingAccount) throw invalidFields([{ field: 'target_billing_account', description: 'is required' }]);
  if (!base) throw invalidFields([{ field: 'base_standard_offer', description: 'is no standard offer' }]);
  const { isRequired, offers } = amendableOffers(call.store, call.seller, base, billingAccount);
  const [first] = offers;
  if (!first) return {};
  if (isRequired) {
    return first.field === 'amendedPrivateOffer'
      ? { requiredPrivateOffer: first.name }
      : { requiredStandardOffer: first.name };
  }
  const privateOffers = offers.filter(({ field }) => field === 'amendedPrivateOffer').map(({ name }) => name);
  return { optionalOffers: { privateOffers } };
};
