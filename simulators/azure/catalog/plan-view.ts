import Big from 'big.js';
import { addUnits } from '../billing/months.ts';
import { type AzureReader, type Json, readSettings } from '../state.ts';
import type { Plan, Price } from './plan.ts';

const termNames: Record<string, string> = { P1M: '1-Month Subscription', P1Y: '1-Year Subscription' };

/** The price of a term as it is shown: of each payment or of all of them (setting `termPrice`). Of a schedule, its sum. */
const shownPrice = (reader: AzureReader, { termUnit, paymentUnit, price, schedule }: Price): number => {
  if (schedule) return schedule.reduce((sum, payment) => sum.plus(payment.price), new Big(0)).toNumber();
  if (readSettings(reader).termPrice === 'payment') return price;
  let payments = 1;
  while (addUnits(0, paymentUnit, payments) < addUnits(0, termUnit, 1)) payments += 1;
  return new Big(price).times(payments).toNumber();
};

/** A plan as returned by `listAvailablePlans`. */
export const planView = (reader: AzureReader, plan: Plan): Json => ({
  planId: plan.planId,
  displayName: plan.name,
  isPrivate: plan.isPrivate,
  description: plan.description,
  ...(plan.isPerSeat ? { minQuantity: plan.minQuantity, maxQuantity: plan.maxQuantity } : {}),
  hasFreeTrials: plan.hasFreeTrial,
  isPricePerSeat: plan.isPerSeat,
  isStopSell: plan.isStopSell,
  market: 'US',
  planComponents: {
    recurrentBillingTerms: plan.prices.map((price) => ({
      currency: 'USD',
      price: shownPrice(reader, price),
      termUnit: price.termUnit,
      termDescription: termNames[price.termUnit] ?? `${price.termUnit.slice(1, -1)}-Year Subscription`,
      meteredQuantityIncluded: plan.meters.flatMap((meter) =>
        meter.included
          .filter((item) => item.termUnit === price.termUnit)
          .map(({ quantity }) => ({
            dimensionId: meter.id,
            units: quantity === null ? 'Infinite' : String(quantity),
          })),
      ),
    })),
    meteringDimensions: plan.meters.map((meter) => ({
      id: meter.id,
      currency: 'USD',
      pricePerUnit: meter.price,
      unitOfMeasure: meter.unit,
      displayName: meter.displayName,
    })),
  },
  sourceOffers: plan.privateOfferId === null ? [] : [{ externalId: plan.privateOfferId.split('/')[1] }],
});
