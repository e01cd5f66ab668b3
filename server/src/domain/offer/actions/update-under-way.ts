import { Refusal } from '../../../kit/errors.ts';
import type { Offer } from '../offer.ts';

/** One change at the partner after the other (409). */
export const refuseRunningUpdate = ({ status, pending }: Pick<Offer, 'status' | 'pending'>): void => {
  if (pending === null) return;
  throw new Refusal('Conflict', 'An update of this offer is under way at its marketplace.', { status });
};

/** What the last call of the partner said is over with the next one. */
export const withoutMessages = ({
  errorMessages: _raw,
  prettifiedErrorMessages: _pretty,
  updateMessage: _message,
  ...meta
}: Offer['meta_info']): Offer['meta_info'] => meta;
