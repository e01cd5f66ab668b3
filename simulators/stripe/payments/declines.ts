import type { Json } from '../state.ts';

/** Why an issuer declines a card: the error code, decline code and message. */
export type Decline = { code: string; declineCode: string; message: string; advice: string };

const plain = (declineCode: string, message = 'Your card was declined.', advice = 'try_again_later'): Decline => ({
  code: 'card_declined',
  declineCode,
  message,
  advice,
});

/** Declines by decline code. */
export const cardDeclines: Record<string, Decline> = {
  generic_decline: plain('generic_decline'),
  insufficient_funds: plain('insufficient_funds', 'Your card has insufficient funds.'),
  lost_card: plain('lost_card', 'Your card was declined.', 'do_not_try_again'),
  stolen_card: plain('stolen_card', 'Your card was declined.', 'do_not_try_again'),
  fraudulent: plain('fraudulent', 'Your card was declined.', 'do_not_try_again'),
  card_velocity_exceeded: plain(
    'card_velocity_exceeded',
    'Your card was declined for making repeated attempts too frequently or exceeding its amount limit.',
  ),
  expired_card: { ...plain('expired_card', 'Your card has expired.', 'do_not_try_again'), code: 'expired_card' },
  incorrect_cvc: {
    ...plain('incorrect_cvc', "Your card's security code is incorrect.", 'confirm_card_data'),
    code: 'incorrect_cvc',
  },
  processing_error: {
    ...plain('processing_error', 'An error occurred while processing your card. Try again in a little bit.'),
    code: 'processing_error',
  },
  authentication_required: {
    ...plain('authentication_required', 'Your card was declined. This transaction requires authentication.'),
    code: 'authentication_required',
  },
};

/** Why a bank returns a debit, by code. */
export const bankFailures: Record<string, string> = {
  account_closed: "The customer's bank account has been closed.",
  no_account: "The customer's bank account could not be located.",
  insufficient_funds: "The customer's account has insufficient funds to cover this payment.",
  debit_not_authorized: 'The customer has notified their bank that this payment was unauthorized.',
  charge_exceeds_source_limit: 'This payment exceeds the weekly processing volume limit of this payment method.',
  generic_could_not_process: 'This payment could not be processed.',
};

/** The decline of a code; an unknown one is a generic decline. */
export const declineOf = (code: string): Decline => {
  const decline = cardDeclines[code] ?? cardDeclines.generic_decline;
  if (!decline) throw new Error('the table of declines has no generic one');
  return decline;
};

/** A decline as the members of an error of type `card_error`. */
export const cardError = (decline: Decline, more: Json = {}): Json => ({
  advice_code: decline.advice,
  code: decline.code,
  decline_code: decline.declineCode,
  message: decline.message,
  ...more,
  type: 'card_error',
});
