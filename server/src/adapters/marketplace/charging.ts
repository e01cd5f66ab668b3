/** How a marketplace charges an offer, by its stored document: pure, and calls nobody. */
export { chargingShown as chargingShownByGoogle } from './gcp/translate/offer.ts';
