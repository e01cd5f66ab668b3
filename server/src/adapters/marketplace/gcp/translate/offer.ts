import { big, type Decimal } from '../../../../kit/decimal.ts';
import { pacificDayOf } from '../../../../kit/pacific-time.ts';
import { meaningOf } from '../../../unknown-word.ts';
import type { OfferCharging, OfferRead } from '../../port.ts';
import { type PriceModel, type PrivateOffer, SingleProductOffer } from '../answers.ts';
import { instantOf } from './date-time.ts';
import { amountOf, discounted } from './money.ts';
import { durationText, idOf } from './names.ts';

/** An offer that Google is still publishing cannot be accepted yet; one that has ended was accepted before. */
const states = {
  DRAFT: 'DRAFT',
  PUBLISHING: 'DRAFT',
  PUBLISHED: 'RELEASED',
  ACCEPTED: 'ACCEPTED',
  ENDED: 'ACCEPTED',
  CANCELLED: 'WITHDRAWN',
  EXPIRED: 'EXPIRED',
} as const satisfies Record<string, OfferRead['state']>;

/** The same in the reference's words. */
const shownStates = {
  DRAFT: 'OFFER_DRAFT',
  PUBLISHING: 'OFFER_UNAVAILABLE',
  PUBLISHED: 'OFFER_PUBLISHED',
  ACCEPTED: 'OFFER_ACTIVE',
  ENDED: 'OFFER_LAPSED',
  CANCELLED: 'OFFER_CANCELLED',
  EXPIRED: 'OFFER_EXPIRED',
} as const satisfies Record<keyof typeof states, string>;

const stateOf = <T>(meanings: Readonly<Record<keyof typeof states, T>>, { name, state }: PrivateOffer): T =>
  meaningOf<T>(meanings, state, { partner: 'GCP', endpoint: 'privateOffers.get', what: `the state of ${idOf(name)}` });

const timeOf = (value: PrivateOffer['acceptDeadlineTime']): Date | null => (value ? instantOf(value) : null);

/** `…/services/{service}/standardOffers/{id}` */
const serviceOfStandardOffer = (name: string): string => name.split('/').at(-3) ?? '';

export const priceModelsOf = ({ singleProductOffer }: Pick<PrivateOffer, 'singleProductOffer'>): PriceModel[] => {
  const { standardIntervalPrice, customIntervalPrice } = singleProductOffer ?? {};
  const models = customIntervalPrice
    ? customIntervalPrice.installments.map(({ priceModel }) => priceModel)
    : [standardIntervalPrice?.priceModel];
  return models.filter((model) => model !== undefined);
};

/**
 * The price model that applies at a time: that of the last installment that has begun, of which the first begins with the
 * offer. Installments may differ in their discounts: "All installments must have the same form of price model".
 */
export const priceModelAt = (offer: PrivateOffer, time: Date): PriceModel | undefined => {
  const { customIntervalPrice } = offer.singleProductOffer ?? {};
  if (!customIntervalPrice) return priceModelsOf(offer)[0];
  const hasBegun = (start: Date | null): boolean => start === null || start <= time;
  return customIntervalPrice.installments
    .filter(({ startTime }, index) => index === 0 || hasBegun(timeOf(startTime)))
    .at(-1)?.priceModel;
};

/**
 * What the customer pays: the fee, or the commitment less its discount. "If the original commitment_amount is $100 then the
 * discounted amount will be $90" (Commerce Producer, Commitment, of 10 percent); the balance to be spent is the whole.
 */
const feeOf = ({ flatFee, commitment }: PriceModel): Decimal | null => {
  if (flatFee?.flatFeeOverride) return amountOf(flatFee.flatFeeOverride);
  if (!commitment?.commitmentAmount) return null;
  return discounted(amountOf(commitment.commitmentAmount), commitment.discountPercent?.value ?? '0');
};

/** What the customer may spend on usage: "The commitment balance that the customer will receive", and `additional_credit`. */
const balanceOf = ({ commitment }: PriceModel): Decimal =>
  [commitment?.commitmentAmount, commitment?.additionalCredit]
    .reduce((sum, money) => sum.plus(money ? amountOf(money) : 0), big(0))
    .toFixed();

const monthly = { months: 1, isProrated: false, isInArrears: false };

/**
 * `StandardInterval` of Commerce Producer. MONTHLY_POSTPAY is of offers of before May 2024: "No longer supported". All others are
 * charged when an interval begins.
 */
const intervals: Readonly<Record<string, { months: number; isProrated: boolean; isInArrears: boolean }>> = {
  MONTHLY_POSTPAY: { ...monthly, isInArrears: true },
  MONTHLY_PRORATED: { ...monthly, isProrated: true },
  MONTHLY_NOT_PRORATED: monthly,
  QUARTERLY_NOT_PRORATED: { ...monthly, months: 3 },
  YEARLY_NOT_PRORATED: { ...monthly, months: 12 },
};

/** How Google charges an offer; null: only usage is charged, or Google does not say. */
const chargingOf = ({ standardIntervalPrice, customIntervalPrice }: SingleProductOffer): OfferCharging | null => {
  const paymentOf = (model: PriceModel | undefined) => {
    const price = model ? feeOf(model) : null;
    if (!model || price === null) return null;
    const isDiscarding = model.commitment?.discardPreviousCreditBalance === true;
    return { price, balance: balanceOf(model), ...(isDiscarding ? { discardsEarlier: true as const } : {}) };
  };
  if (!customIntervalPrice) {
    const interval = intervals[standardIntervalPrice?.standardInterval ?? ''];
    const payment = paymentOf(standardIntervalPrice?.priceModel);
    return interval && payment ? { ...interval, ...payment } : null;
  }
  const installments = customIntervalPrice.installments.flatMap(({ startTime, priceModel }) => {
    const payment = paymentOf(priceModel);
    const time = timeOf(startTime);
    return payment === null ? [] : [{ ...payment, day: time && pacificDayOf(time) }];
  });
  return installments.length === 0 ? null : { installments };
};

/** The same of a stored `singleProductOffer`; null, too, if it is none. */
export const chargingShown = (stored: unknown): OfferCharging | null => {
  const { success, data } = SingleProductOffer.safeParse(stored);
  return success ? chargingOf(data) : null;
};

/**
 * The price of one interval, or, for an offer with installments of its own, of all of them. Null: only usage is
 * charged.
 */
export const priceOf = (offer: PrivateOffer): Decimal | null => {
  const fees = priceModelsOf(offer).flatMap((model) => feeOf(model) ?? []);
  return fees.length === 0 ? null : fees.reduce((sum, fee) => sum.plus(fee), big(0)).toFixed();
};

/** What the customer owes over the term, if Google says so. */
export const contractValueOf = ({ singleProductOffer }: PrivateOffer): Decimal | null => {
  const money = singleProductOffer?.contractValue?.totalContractValue;
  return money ? amountOf(money) : null;
};

const documentOf = (offer: PrivateOffer): Record<string, unknown> => {
  const { customer, partnerContact, term } = offer;
  const expireTime = timeOf(offer.acceptDeadlineTime)?.toISOString();
  return {
    ...offer,
    offerId: idOf(offer.name),
    offerTitle: offer.title,
    offerState: stateOf(shownStates, offer),
    ...(expireTime === undefined ? {} : { expireTime }),
    ...(offer.acceptTime === undefined ? {} : { purchaseTime: offer.acceptTime }),
    providerPublicNote: offer.customerNote,
    providerInternalNote: offer.internalNote,
    ...(customer
      ? {
          customerInfo: {
            organization: customer.entityTitle,
            contact: customer.contact,
            email: customer.email,
            unverifiedBillingAccount: idOf(customer.targetBillingAccount),
          },
        }
      : {}),
    ...(partnerContact
      ? { providerInfo: { salesContactName: partnerContact.contact, salesContactEmail: partnerContact.email } }
      : {}),
    ...(term?.maxRenewalCount === undefined ? {} : { policies: { maxRenewalTimes: String(term.maxRenewalCount) } }),
  };
};

/** A private offer as Google shows it. `consoleUrl`: the address of Google's console. */
export const readPrivateOffer = (offer: PrivateOffer, consoleUrl: string): OfferRead => {
  const { term, customer, singleProductOffer } = offer;
  const id = idOf(offer.name);
  const price = priceOf(offer);
  const months = term?.endPolicy === 'AFTER_DURATION' ? (term.durationMonths ?? null) : null;
  const charging = singleProductOffer ? chargingOf(singleProductOffer) : null;
  return {
    externalId: id,
    name: offer.title,
    description: offer.customerNote,
    state: stateOf<OfferRead['state']>(states, offer),
    acceptTime: offer.acceptTime === undefined ? null : new Date(offer.acceptTime),
    privateOfferUrl: offer.state === 'DRAFT' ? null : `${consoleUrl}/private-offers/${id}`,
    isPrivate: true,
    productEntityId: serviceOfStandardOffer(singleProductOffer?.baseStandardOffer ?? ''),
    buyerAccountIds: customer?.targetBillingAccount ? [idOf(customer.targetBillingAccount)] : [],
    expireTime: timeOf(offer.acceptDeadlineTime),
    currency: 'USD',
    upfront: price === null ? null : { price, durationIso: months === null ? null : durationText(months) },
    ...(charging === null ? {} : { charging }),
    usageRates: [],
    agreementDurationIso: months === null ? null : durationText(months),
    agreementStart: timeOf(term?.scheduledStartTime),
    agreementEnd: timeOf(term?.scheduledEndTime),
    version: Date.parse(offer.updateTime),
    document: documentOf(offer),
  };
};
