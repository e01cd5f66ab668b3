import { controlError } from '../../kit/control.ts';
import { businessErrorOf } from '../catalog/change-rule.ts';
import { checkPricing, isPricingTerm } from '../catalog/offer-rules.ts';
import type { Product, Term } from '../state.ts';

/** Checks the prices of an offer or authorization created without a change set. */
export const checkSeedPricing = (product: Product, terms: Term[]): void => {
  try {
    checkPricing(product, 'Free', terms.filter(isPricingTerm));
  } catch (error) {
    const [first] = businessErrorOf(error) ?? [];
    if (!first) throw error;
    throw controlError(400, `${first.ErrorCode}: ${first.ErrorMessage}`);
  }
};
