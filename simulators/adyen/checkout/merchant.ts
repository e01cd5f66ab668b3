import type { CheckoutCall } from '../call.ts';
import { checkoutError } from '../errors.ts';
import type { Merchant } from '../state.ts';

/** The merchant account that a request names; the key must be allowed to use it. */
export const needMerchant = ({ credential, tx }: CheckoutCall, name: unknown): Merchant => {
  if (typeof name !== 'string' || name === '') {
    throw checkoutError(403, '901', 'Invalid Merchant Account', 'security');
  }
  const merchant = tx.get('merchants', name);
  if (!merchant || merchant.companyName !== credential.companyName) {
    throw checkoutError(403, '901', 'Invalid Merchant Account', 'security');
  }
  return merchant;
};
