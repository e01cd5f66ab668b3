import type { z } from 'zod';
import type { PendingPriceModel } from '../schema.ts';

/** Kind of the `due` row of prices that apply later. Its entity is the entitlement's UUID. */
export const priceModelKind = 'entitlement.price_model';

/** Prices that apply later. */
export type PendingPrices = z.output<typeof PendingPriceModel.reply>;

/** What a directly billed entitlement costs. */
export type Prices = Pick<PendingPrices, 'commits' | 'billableDimensions'>;

/** Prices and the time from which they apply, until the next ones do. */
export type PricesFrom = { applyTime: Date; prices: Prices };

/** The prices at a time: those that applied last. The first ones also apply to every time before. */
export const pricesAt = (history: readonly PricesFrom[], time: Date): Prices | undefined =>
  (history.findLast(({ applyTime }) => applyTime <= time) ?? history[0])?.prices;
