import { type ShownPlanPrices, shownPrices } from './azure/translate/shown-prices.ts';
import { chargingShown } from './gcp/translate/offer.ts';
import type { OfferCharging } from './port.ts';

/** How Google charges an offer, by the prices in its stored document: pure, and calls nobody. */
export const chargingShownByGoogle = (prices: unknown): OfferCharging | null => chargingShown(prices);

/** What plans cost in a private offer, by Microsoft's stored document of it: pure, and calls nobody. */
export const pricesShownByMicrosoft = (document: unknown): ShownPlanPrices[] => shownPrices(document);
