import type { Json } from '../state.ts';
import type { Plan } from './plan.ts';

const termNames: Record<string, string> = { P1M: '1-Month Subscription', P1Y: '1-Year Subscription' };

/** A plan as returned by `listAvailablePlans`. */
export const planView = (plan: Plan): Json => ({
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
    recurrentBillingTerms: plan.prices.map(({ termUnit, price }) => ({
      currency: 'USD',
      price,
      termUnit,
      termDescription: termNames[termUnit] ?? `${termUnit.slice(1, -1)}-Year Subscription`,
      meteredQuantityIncluded: plan.meters.flatMap((meter) =>
        meter.included
          .filter((item) => item.termUnit === termUnit)
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
