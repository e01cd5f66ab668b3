import { big, type Decimal } from '../../../../kit/decimal.ts';
import { amountOf, type Json, objectOf, objectsOf, textOf } from './json.ts';
import { durationOf, monthsOf, paymentsIn } from './terms.ts';

/** What Microsoft's document of a private offer says of prices. All are in US dollars. */

/** `day`: YYYY-MM-DD; null: when the term begins. */
export type ShownPayment = { price: Decimal; day: string | null };

/** `price`: of the whole term. `payments`: of a flexible schedule; null: as many equal ones as `paymentMonths` makes. */
export type ShownTermPrice = {
  months: number;
  price: Decimal;
  paymentMonths: number;
  payments: ShownPayment[] | null;
};

export type ShownPlanPrices = {
  /** The durable id of the plan, or of the plan on which the offer's own is based; empty: all plans. */
  plan: string;
  /** The name of the plan, if it is known. */
  name: string;
  /** In percent off the plan's own prices; null: the prices are absolute. */
  discount: Decimal | null;
  perUser: { min: number | null; max: number | null } | null;
  terms: ShownTermPrice[];
  usageRates: { key: string; price: Decimal }[];
};

const dayOf = (value: unknown): string | null => /^\d{4}-\d\d-\d\d/.exec(textOf(value))?.[0] ?? null;

/**
 * The payments of a flexible schedule: "a unique charge date and amount" each (Flexible billing schedule). One without a day is
 * charged when the term begins, as the initial charge is. Null if there is none, or one of an amount that cannot be read.
 */
const paymentsOf = ({ initialCharge, billingSchedule }: Json): ShownPayment[] | null => {
  const [initial, ...later] = [objectOf(initialCharge), ...objectsOf(billingSchedule)].map((item) => ({
    price: amountOf(item.pricePerPaymentInUsd),
    day: dayOf(item.chargeDate),
  }));
  const all = [...(initial?.price === null ? [] : [initial]), ...later].filter((each) => each !== undefined);
  const paid = all.flatMap(({ price, day }) => (price === null ? [] : [{ price, day }]));
  const charged = paid.filter(({ price }) => !big(price).eq(0));
  return paid.length < all.length || charged.length === 0 ? null : charged;
};

const termPrice = (item: Json): ShownTermPrice[] => {
  const months = monthsOf(durationOf(item.billingTerm));
  if (!Number.isSafeInteger(months)) return [];
  if (item.flexibleSchedule) {
    const payments = paymentsOf(objectOf(item.flexibleSchedule));
    if (payments === null) return [];
    const price = payments.reduce((sum, payment) => sum.plus(payment.price), big(0)).toFixed();
    return [{ months, price, paymentMonths: months, payments }];
  }
  const each = amountOf(item.pricePerPaymentInUsd);
  if (each === null) return [];
  const count = paymentsIn(item.billingTerm, item.paymentOption);
  return [{ months, price: big(each).times(count).toFixed(), paymentMonths: months / count, payments: null }];
};

/** 0 is no limit (dstarr/partner-center-cli, Order.json). */
const limitOf = (value: unknown): number | null => {
  const limit = Number(amountOf(value) ?? 0);
  return Number.isSafeInteger(limit) && limit > 0 ? limit : null;
};

/** The prices of each plan of a private offer, as far as its document has them (`privateOfferPlan`, or `priceDetails`). */
export const shownPrices = (document: unknown): ShownPlanPrices[] =>
  objectsOf(objectOf(document).pricing).map((item) => {
    const given = objectOf(item.privateOfferPlan ?? item.priceDetails);
    const pricing = objectOf(given.pricing ?? given);
    const recurrent = objectOf(pricing.recurrentPrice);
    const limits = objectOf(recurrent.userLimits);
    const isAbsolute = textOf(item.discountType) === 'absolute';
    return {
      plan: textOf(item.plan) || textOf(item.basePlan) || textOf(item.planId),
      name: textOf(objectOf(item.newPlanDetails).name) || textOf(item.planName),
      discount: isAbsolute ? null : amountOf(item.discountPercentage),
      perUser:
        recurrent.recurrentPriceMode === 'perUser' ? { min: limitOf(limits.min), max: limitOf(limits.max) } : null,
      terms: isAbsolute ? objectsOf(recurrent.prices).flatMap(termPrice) : [],
      usageRates: Object.entries(isAbsolute ? objectOf(objectOf(pricing.customMeters).meters) : {}).flatMap(
        ([key, meter]) => {
          const price = amountOf(objectOf(meter).pricePerPaymentInUsd);
          return price === null ? [] : [{ key, price }];
        },
      ),
    };
  });
