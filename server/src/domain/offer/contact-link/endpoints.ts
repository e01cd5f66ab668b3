import { z } from 'zod';
import { acts, type Endpoint } from '../../../contract/endpoint.ts';
import { addContactToOffer } from './actions/add-contact-to-offer.ts';
import { removeContactFromOffer } from './actions/remove-contact-from-offer.ts';

/**
 * Belongs to the contact family, but links are rows of the offer, which changes with them: `If-Match` names the offer's
 * version.
 */
const common = {
  path: '/org/{orgId}/contact/{contactId}/offer/{offerId}',
  family: 'contact',
  permission: 'contact:write',
  params: { contactId: { id: 'contact', noun: 'contact' }, offerId: { id: 'offer', noun: 'offer' } },
  reply: z.string(),
  emits: ['offer.updated'],
} as const;

export const offerContactEndpoints: Endpoint[] = [
  acts({
    ...common,
    id: 'addContactToOffer',
    method: 'POST',
    summary: 'Add a contact to an offer',
    notes: 'Adding a contact again changes nothing. ETag and If-Match are the offer’s.',
    act: addContactToOffer,
  }),
  acts({
    ...common,
    id: 'removeContactFromOffer',
    method: 'DELETE',
    summary: 'Remove a contact from an offer',
    notes: 'A contact that does not belong to the offer changes nothing. If-Match names the version of the offer.',
    act: removeContactFromOffer,
  }),
];
