import { Refusal } from '../../../kit/errors.ts';
import type { Offer } from '../offer.ts';

/** Refuses changes to a received authorization (409): only the manufacturer can change it. */
export const refuseReceived = ({ offer_type: offerType, status }: Offer): void => {
  if (offerType !== 'CPPO_IN') return;
  throw new Refusal('Conflict', 'An authorization that was received is changed by its manufacturer only.', {
    status,
    offerType,
  });
};
