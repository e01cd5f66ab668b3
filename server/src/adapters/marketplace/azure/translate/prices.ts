import { big, decimalToJson } from '../../../../kit/decimal.ts';
import type { PlanWrite } from '../../changes.ts';
import type { IncludedQuantity } from '../../offer-submissions.ts';
import { refusedHere } from '../client.ts';
import { amountOf, type Json, objectOf, objectsOf } from './json.ts';
import { durationOf, isSameTerm, paymentsIn, termOf } from './terms.ts';

// The `pricing` of a plan (price-and-availability-plan, price-and-availability-private-offer-plan). Prices are in US dollars.

type Usage = PlanWrite['usage'][number];
type Meters = Readonly<Record<string, Json>>;

const everyOf = (term: unknown): IncludedQuantity['every'] => (durationOf(term) === 'P1M' ? 'MONTH' : 'YEAR');

const includedIn = (meter: Json): IncludedQuantity[] =>
  objectsOf(meter.includedQuantities).map((item) => ({
    every: everyOf(item.billingTerm),
    quantity: item.isInfinite === true ? null : (amountOf(item.quantity) ?? '0'),
  }));

/** `prices`: of whole terms. `meters`: what the product says about its dimensions. */
export const readPricing = (
  pricing: Json,
  meters: Meters,
): Pick<PlanWrite, 'usage' | 'perUser'> & { prices: { durationIso: string; price: string }[] } => {
  const recurrent = objectOf(pricing.recurrentPrice);
  const limits = objectOf(recurrent.userLimits);
  // Live plans without a limit show 0 ("Enterprise (40+)": `{"min": 40, "max": 0}`, dstarr/partner-center-cli, Order.json).
  const limit = (value: unknown): number | null =>
    Number.isSafeInteger(value) && value !== 0 ? (value as number) : null;
  const priced = objectOf(objectOf(pricing.customMeters).meters);
  return {
    perUser: recurrent.recurrentPriceMode === 'perUser' ? { min: limit(limits.min), max: limit(limits.max) } : null,
    prices: objectsOf(recurrent.prices).flatMap((item) => {
      const price = amountOf(item.pricePerPaymentInUsd);
      const durationIso = durationOf(item.billingTerm);
      if (price === null || durationIso === '') return [];
      const payments = paymentsIn(item.billingTerm, item.paymentOption);
      return [{ durationIso, price: big(price).times(payments).toFixed() }];
    }),
    usage: Object.entries(priced).flatMap(([key, value]): Usage[] => {
      const price = amountOf(objectOf(value).pricePerPaymentInUsd);
      if (price === null) return [];
      const { displayName, unitOfMeasure } = meters[key] ?? {};
      return [
        {
          key,
          name: typeof displayName === 'string' ? displayName : key,
          description: '',
          unit: typeof unitOfMeasure === 'string' ? unitOfMeasure : 'unit',
          price,
          includedQuantity: null,
          included: includedIn(objectOf(value)),
        },
      ];
    }),
  };
};

/** `price`: of each payment. */
export type RecurrentWrite = { billingTermIso: string; paymentOptionIso: string; price: string };

/**
 * The price of a whole term, in as many payments as the plan has for that term; one if it has none. Refused if the
 * payments do not add up to it exactly: the buyer would pay another price, or all of it at once.
 */
export const termPrice = (
  pricing: Json,
  { durationIso, price }: { durationIso: string; price: string },
): RecurrentWrite => {
  const old = objectsOf(objectOf(pricing.recurrentPrice).prices);
  const known = old.find(({ billingTerm }) => isSameTerm(billingTerm, termOf(durationIso)));
  const payments = known ? paymentsIn(known.billingTerm, known.paymentOption) : 1;
  const each = big(price).div(payments);
  if (!each.times(payments).eq(price))
    throw refusedHere('badRequest', `${price} for ${durationIso} cannot be paid in ${payments} equal payments.`);
  const paymentOptionIso = payments === 1 ? durationIso : durationOf(known?.paymentOption);
  return { billingTermIso: durationIso, paymentOptionIso, price: each.toFixed() };
};

/** Merges prices by term: those named replace those of the same term, the others stay. */
const putPrices = (old: readonly Json[], written: readonly RecurrentWrite[]): Json[] => {
  const items = written.flatMap(({ billingTermIso, paymentOptionIso, price }): Json[] => {
    const billingTerm = termOf(billingTermIso);
    if (!billingTerm) return [];
    const paymentOption = termOf(paymentOptionIso) ?? billingTerm;
    return [{ billingTerm, paymentOption, pricePerPaymentInUsd: decimalToJson(price) }];
  });
  const stays = (price: Json): boolean => !items.some((item) => isSameTerm(item.billingTerm, price.billingTerm));
  return [...old.filter(stays), ...items];
};

type Meter = {
  key: string;
  /** Null: as it is. */
  price: Usage['price'] | null;
  includedQuantity: Usage['includedQuantity'];
  included?: IncludedQuantity[];
  includedByTerm?: { billingTermIso: string; quantity: Usage['includedQuantity'] }[];
};

const includedWrite = (
  { included, includedByTerm, includedQuantity }: Pick<Meter, 'includedQuantity' | 'included' | 'includedByTerm'>,
  terms: readonly unknown[],
): Json => {
  const everywhere =
    includedQuantity === null ? [] : terms.map((billingTerm) => ({ billingTerm, quantity: includedQuantity }));
  const items =
    included?.map(({ every, quantity }) => ({
      billingTerm: { type: every === 'YEAR' ? 'year' : 'month', value: 1 },
      quantity,
    })) ??
    includedByTerm?.map(({ billingTermIso, quantity }) => ({ billingTerm: termOf(billingTermIso), quantity })) ??
    everywhere;
  if (items.length === 0) return {};
  return {
    includedQuantities: items.map(({ billingTerm, quantity }) => ({
      billingTerm,
      isInfinite: quantity === null,
      ...(quantity === null ? {} : { quantity: decimalToJson(big(quantity)) }),
    })),
  };
};

export type PricingWrite = {
  recurrent: readonly RecurrentWrite[];
  perUser: { min: number | null; max: number | null } | null | undefined;
  meters: readonly Meter[];
};

/** A pricing with the named prices merged into the existing ones. */
export const writePricing = (old: Json, { recurrent, perUser, meters }: PricingWrite): Json => {
  const oldRecurrent = objectOf(old.recurrentPrice);
  const oldMeters = objectOf(old.customMeters);
  const prices = putPrices(objectsOf(oldRecurrent.prices), recurrent);
  const terms = prices.map((price) => price.billingTerm);
  const limits = perUser && {
    ...(perUser.min === null ? {} : { min: perUser.min }),
    ...(perUser.max === null ? {} : { max: perUser.max }),
  };
  const isPerUser = limits !== null && limits !== undefined;
  return {
    ...old,
    ...(prices.length === 0
      ? {}
      : {
          recurrentPrice: {
            ...oldRecurrent,
            priceInputOption: 'usd',
            recurrentPriceMode: isPerUser ? 'perUser' : (oldRecurrent.recurrentPriceMode ?? 'flatRate'),
            ...(isPerUser && Object.keys(limits).length > 0 ? { userLimits: limits } : {}),
            prices,
          },
        }),
    ...(meters.length === 0
      ? {}
      : {
          customMeters: {
            ...oldMeters,
            priceInputOption: 'usd',
            meters: {
              ...objectOf(oldMeters.meters),
              ...Object.fromEntries(
                meters.map((meter) => [
                  meter.key,
                  {
                    ...objectOf(objectOf(oldMeters.meters)[meter.key]),
                    ...(meter.price === null ? {} : { pricePerPaymentInUsd: decimalToJson(meter.price) }),
                    ...includedWrite(meter, terms),
                  },
                ]),
              ),
            },
          },
        }),
  };
};
