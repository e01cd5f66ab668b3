import type { HttpAnswer } from '../kit/http.ts';
import type { AdyenChange, Json, Merchant } from './state.ts';

/** One call to the Checkout API inside its change of the state. */
export type CheckoutCall = {
  tx: AdyenChange;
  /** The merchant accounts that the key may use. */
  credential: Merchant;
  body: Json;
  query: Record<string, string>;
  path: Record<string, string>;
};

export type CheckoutHandler = (call: CheckoutCall) => HttpAnswer;
