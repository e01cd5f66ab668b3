import { chargingShown } from './gcp/translate/offer.ts';
import type { OfferCharging } from './port.ts';

/** How Google charges an offer, by the prices in its stored document: pure, and calls nobody. */
export const chargingShownByGoogle = (prices: unknown): OfferCharging | null => chargingShown(prices);
