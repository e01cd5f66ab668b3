import type { AzureOfferSubmission } from '../../../adapters/marketplace/offer-submissions.ts';
import { big, type Decimal } from '../../../kit/decimal.ts';
import type { Offer } from '../offer.ts';
import { listOf, numberOf, textOf } from './checks.ts';
import { decimalOf, durationOf } from './terms.ts';

/**
 * Interprets an offer's terms for Azure. `info.azurePrivateOffer` is Azure's own document as the client filled it in.
 * Whatever it leaves out follows from the other members.
 */

type Document = Readonly<Record<string, unknown>>;
type Pricing = AzureOfferSubmission['pricing'][number];
type Absolute = Extract<Pricing, { kind: 'ABSOLUTE' }>;

/** A price to set, with the path in the request that it comes from. */
export type PlacedPricing = { path: string; planId: string; discount: Decimal | undefined; absolute: Absolute | null };

const part = (document: Document | undefined, name: string): Document | undefined => {
  const value = document?.[name];
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Document) : undefined;
};

/** Billing accounts of the buyers. */
export const beneficiariesOf = ({ info }: Offer): AzureOfferSubmission['beneficiaries'] => {
  const named = listOf(info.azurePrivateOffer, 'beneficiaries');
  const list: Document[] = named.length > 0 ? named : (info.buyerAzureTenants ?? []);
  return list.map((buyer) => ({
    billingAccountId: textOf(buyer, 'id'),
    description: textOf(buyer, 'description'),
    recipients: listOf(buyer, 'beneficiaryRecipients').map((recipient) => {
      const [id, type] = [textOf(recipient, 'id'), textOf(recipient, 'recipientType')];
      return type === '' ? id : { id, type };
    }),
  }));
};

/** Recipients of Azure's notifications. */
export const notifiedOf = ({ info }: Offer): string[] => {
  const list = info.azurePrivateOffer?.notificationContacts;
  const preparedBy = textOf(info.azurePrivateOffer, 'preparedBy');
  if (Array.isArray(list) && list.length > 0) return list.map(String);
  return preparedBy === '' ? [] : [preparedBy];
};

/** Months as an ISO 8601 duration. */
const monthsText = (months: number): string => (months % 12 === 0 ? `P${months / 12}Y` : `P${months}M`);

const units: Readonly<Record<string, string>> = { day: 'D', week: 'W', month: 'M', year: 'Y' };

/** A term such as Azure's `{type: 'month', value: 1}` as text; empty if it is not one. */
const termText = (term: Document | undefined): string => {
  const unit = units[textOf(term, 'type').toLowerCase()];
  const value = numberOf(term, 'value');
  return unit === undefined || value === undefined ? '' : `P${value}${unit}`;
};

/** Prices in Azure's own document of a plan. */
const documentPrices = (plan: Document | undefined): Pick<Absolute, 'recurrent' | 'perUser' | 'meters'> => {
  const pricing = part(plan, 'pricing') ?? plan;
  const recurrent = part(pricing, 'recurrentPrice');
  const limits = part(recurrent, 'userLimits');
  const limit = (name: string): number | null => {
    const value = Number(numberOf(limits, name) ?? 0);
    // 0 is no limit, as Azure shows it; clients send back what they read.
    return value === 0 ? null : value;
  };
  const meters = part(part(pricing, 'customMeters'), 'meters') ?? {};
  return {
    recurrent: listOf(recurrent, 'prices').map((price) => {
      const billingTermIso = termText(part(price, 'billingTerm'));
      return {
        billingTermIso,
        paymentOptionIso: termText(part(price, 'paymentOption')) || billingTermIso,
        price: numberOf(price, 'pricePerPaymentInUsd') ?? '',
      };
    }),
    perUser: textOf(recurrent, 'recurrentPriceMode') === 'perUser' ? { min: limit('min'), max: limit('max') } : null,
    meters: Object.keys(meters).map((key) => {
      const meter = part(meters, key);
      const included = listOf(meter, 'includedQuantities').map((item) => ({
        billingTermIso: termText(part(item, 'billingTerm')),
        quantity: item.isInfinite === true ? null : (numberOf(item, 'quantity') ?? '0'),
      }));
      return {
        key,
        // Microsoft's sample of a plan of the offer's own has meters with other included quantities, and no prices.
        price: numberOf(meter, 'pricePerPaymentInUsd') ?? null,
        includedQuantity: null,
        ...(included.length > 0 ? { includedByTerm: included } : {}),
      };
    }),
  };
};

/** Where Azure's own document has payments on days of their own, which the published schema of private offers does not have. */
export const schedulePathsOf = ({ info }: Offer): string[] =>
  listOf(info.azurePrivateOffer, 'pricing').flatMap((item, index) => {
    const plan = part(item, 'privateOfferPlan') ?? part(item, 'priceDetails');
    return listOf(part(part(plan, 'pricing') ?? plan, 'recurrentPrice'), 'prices').flatMap((price, place) =>
      part(price, 'flexibleSchedule')
        ? [`info.azurePrivateOffer.pricing.${index}.prices.${place}.flexibleSchedule`]
        : [],
    );
  });

type Commit = NonNullable<Offer['info']['commits']>[number];

/**
 * In how many payments the rate of a commit is paid, which is for its whole length; null if the billing interval does
 * not divide it. Azure takes the price of each payment.
 */
export const paymentsOf = (commit: Commit, info: Offer['info']): number | null => {
  const interval = info.commitBillingIntervalInMonths ?? info.billingIntervalInMonths;
  const [, months] = /^P(\d+)M$/.exec(durationOf({ commits: [commit] }) ?? '') ?? [];
  if (interval === undefined || months === undefined) return 1;
  const payments = Number(months) / interval;
  return Number.isInteger(payments) && payments > 0 ? payments : null;
};

/** The price of each payment; null if they would not add up to the rate exactly. */
export const paymentPriceOf = (rate: Decimal, payments: number): Decimal | null => {
  const each = big(rate).div(payments);
  return each.times(payments).eq(rate) ? each.toFixed() : null;
};

/** Prices in `info.commits` and `info.dimensions`, as for every other marketplace. */
const plainPrices = ({ info }: Offer): Pick<Absolute, 'recurrent' | 'perUser' | 'meters'> => {
  const { commits = [], dimensions = [] } = info;
  const user = commits.find(({ type }) => type === 'PER_USER');
  // What cannot be divided is a fault of the offer, and not submitted.
  const priceOf = (commit: Commit, rate: Decimal): Decimal =>
    paymentPriceOf(rate, paymentsOf(commit, info) ?? 1) ?? rate;
  return {
    recurrent: commits.map((commit) => {
      const billingTermIso = durationOf({ commits: [commit] }) ?? '';
      const months = info.commitBillingIntervalInMonths ?? info.billingIntervalInMonths;
      return {
        billingTermIso,
        paymentOptionIso: months === undefined ? billingTermIso : monthsText(months),
        price: commit.rate === undefined ? '' : priceOf(commit, decimalOf(commit.rate)),
      };
    }),
    perUser: user ? { min: user.minimumUsers ?? null, max: user.maximumUsers ?? null } : null,
    meters: dimensions.map(({ key = '', rate, includedBaseQuantities = [] }) => ({
      key,
      price: rate === undefined ? '' : decimalOf(rate),
      includedQuantity: numberOf(includedBaseQuantities[0], 'quantity') ?? null,
    })),
  };
};

const planIdOf = (pricing: Document): string =>
  textOf(pricing, 'basePlan') || textOf(pricing, 'plan') || textOf(pricing, 'planId');

const documentPricing = (offer: Offer, pricing: Document, path: string): PlacedPricing => {
  const details = part(pricing, 'newPlanDetails');
  const plan = part(pricing, 'privateOfferPlan') ?? part(pricing, 'priceDetails');
  const planId = planIdOf(pricing);
  if (textOf(pricing, 'discountType') !== 'absolute')
    return { path, planId, discount: numberOf(pricing, 'discountPercentage'), absolute: null };
  const newPlan = textOf(pricing, 'basePlan')
    ? { name: textOf(details, 'name') || offer.name, description: textOf(details, 'description') || offer.name }
    : null;
  const absolute: Absolute = { planId, kind: 'ABSOLUTE', newPlan, ...documentPrices(plan), currency: 'USD' };
  return { path, planId, discount: undefined, absolute };
};

/**
 * The prices of each plan: from Azure's own document, or else a discount on one plan, or else a new plan based on it.
 */
export const pricingsOf = (offer: Offer): PlacedPricing[] => {
  const { info } = offer;
  const named = listOf(info.azurePrivateOffer, 'pricing');
  if (named.length > 0)
    return named.map((pricing, index) => documentPricing(offer, pricing, `info.azurePrivateOffer.pricing.${index}`));
  const planId = textOf(info.azureProductVariant, 'id') || planIdOf(info.azureOriginalPlan ?? {});
  const prices = plainPrices(offer);
  const path = 'info.azureOriginalPlan';
  if (prices.recurrent.length === 0 && prices.meters.length === 0) {
    const discount = info.discountPercentage === undefined ? undefined : decimalOf(info.discountPercentage);
    return [{ path, planId, discount, absolute: null }];
  }
  const newPlan = { name: offer.name, description: info.sellerNotes ?? offer.name };
  const currency = info.currency ?? 'USD';
  return [{ path, planId, discount: undefined, absolute: { planId, kind: 'ABSOLUTE', newPlan, ...prices, currency } }];
};
