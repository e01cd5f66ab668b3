import type { z } from 'zod';
import type { PendingPriceModel } from '../schema.ts';

/** Kind of the `due` row of prices that apply later. Its entity is the entitlement's UUID. */
export const priceModelKind = 'entitlement.price_model';

/** Prices that apply later. */
export type PendingPrices = z.output<typeof PendingPriceModel.reply>;

/** What a directly billed entitlement costs. */
export type Prices = Pick<PendingPrices, 'commits' | 'billableDimensions'>;
