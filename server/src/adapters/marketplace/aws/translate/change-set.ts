import type { Change } from '@aws-sdk/client-marketplace-catalog';
import type { PartnerChange } from '../../changes.ts';
import { changeSetName, offerChanges, withdrawChanges } from './offer-changes.ts';

/** The change set behind each change. All stages of a change are one set here: it is done whole, or not at all. */
export const changeSetOf = (change: PartnerChange): { name: string; changes: Change[] } => {
  switch (change.act) {
    case 'offer.create':
      if (change.offer.partner !== 'AWS') break;
      return { name: changeSetName(change.offer.name), changes: offerChanges(change.offer) };
    case 'offer.withdraw':
      return { name: `Withdraw ${change.externalId}`, changes: withdrawChanges(change) };
    default:
  }
  throw new Error(`${change.act} is nothing that AWS is asked for`);
};
