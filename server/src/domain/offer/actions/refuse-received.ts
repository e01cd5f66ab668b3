import { Refusal } from '../../../kit/errors.ts';
import type { Offer } from '../offer.ts';

/** Refuses changes to a received authorization (409): only the manufacturer can change it. */
export const refuseReceived = ({ offer_type: offerType, status }: Offer): void => {
  if (offerType !== 'CPPO_IN') return;
  throw new Refusal('Conflict', 'Only the manufacturer can change a received authorization.', {
    status,
    offerType,
  });
};
