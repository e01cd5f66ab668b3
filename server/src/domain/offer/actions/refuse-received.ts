import { Refusal } from '../../../kit/errors.ts';
import type { Offer } from '../offer.ts';

/** What was received from a manufacturer is the manufacturer's to change (409). */
export const refuseReceived = ({ offer_type: offerType, status }: Offer): void => {
  if (offerType !== 'CPPO_IN') return;
  throw new Refusal('Conflict', 'An authorization that was received is changed by its manufacturer only.', {
    status,
    offerType,
  });
};
