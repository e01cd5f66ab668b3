import Big from 'big.js';
import { computeDeal } from '../agreement/terms.ts';
import type { Agreement, AwsReader, ResaleAuthorization } from '../state.ts';
import { chargesOf, usagePrices } from './charges.ts';
import { roundMoney } from './money.ts';

/** What a channel partner owes the manufacturer for a sale. */
export type Wholesale = { manufacturerAccountId: string; amount: string };

/** An amount of money that a buyer is charged, and the metered units behind it if it is for usage. */
type Sold = { amount: string; currency: string; units: Map<string, number> | null };

const authorizationOf = (reader: AwsReader, agreement: Agreement): ResaleAuthorization | null => {
  const offer = reader.get('entities', agreement.offerId);
  const entity = reader.get('entities', (offer?.type === 'Offer' && offer.resaleAuthorizationId) || '');
  return entity?.type === 'ResaleAuthorization' ? entity : null;
};

/**
 * The manufacturer's part of a charge: metered units at the authorized price, and of every other charge the share that
 * the authorized price has in the agreement's value. Null if the seller of record is the manufacturer.
 */
export const wholesaleOf = (reader: AwsReader, agreement: Agreement, sold: Sold): Wholesale | null => {
  const manufacturerAccountId = reader.get('entities', agreement.productId)?.accountId;
  if (manufacturerAccountId === undefined || manufacturerAccountId === agreement.sellerAccountId) return null;
  const authorization = authorizationOf(reader, agreement);
  const authorized = authorization ? { ...agreement, terms: authorization.terms } : agreement;
  const amount = sold.units ? unitsAt(authorized, sold.units) : shareOf(agreement, authorized, sold.amount);
  return { manufacturerAccountId, amount: roundMoney(amount, sold.currency).toFixed() };
};

const unitsAt = (authorized: Agreement, units: Map<string, number>): Big => {
  const prices = usagePrices(authorized)?.prices;
  return [...units].reduce(
    (sum, [dimension, count]) => sum.plus(Big(prices?.get(dimension) ?? 0).times(count)),
    Big(0),
  );
};

const shareOf = (agreement: Agreement, authorized: Agreement, amount: string): Big => {
  const value = (of: Agreement): Big => chargesOf(of).reduce((sum, charge) => sum.plus(charge.amount), Big(0));
  const sold = value(agreement);
  if (sold.eq(0)) return Big(amount);
  const selection = {
    duration: agreement.selectedDuration ?? undefined,
    quantities: Object.fromEntries(agreement.entitlements.map((item) => [item.dimensionKey, item.quantity])),
    autoRenew: false,
  };
  const deal = computeDeal(authorized.terms, selection, agreement.startAt);
  return typeof deal === 'string' ? Big(amount) : Big(deal.agreementValue).times(amount).div(sold);
};
