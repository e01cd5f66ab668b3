import { Refusal } from '../../../kit/errors.ts';
import type { Offer } from '../offer.ts';

/** Allows only one change at the partner at a time (409). */
export const refuseConcurrentUpdate = ({ status, pending }: Pick<Offer, 'status' | 'pending'>): void => {
  if (pending === null) return;
  throw new Refusal('Conflict', 'An update of this offer is in progress at its marketplace.', { status });
};

/** Messages from the partner's previous call are cleared by the next one. */
export const withoutMessages = ({
  errorMessages: _raw,
  prettifiedErrorMessages: _pretty,
  updateMessage: _message,
  ...meta
}: Offer['meta_info']): Offer['meta_info'] => meta;
