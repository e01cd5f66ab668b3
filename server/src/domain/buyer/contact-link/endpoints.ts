import { z } from 'zod';
import { acts, type Endpoint } from '../../../contract/endpoint.ts';
import { IdentityBuyer } from '../schema.ts';
import { addContactToBuyer } from './actions/add-contact-to-buyer.ts';
import { removeContactFromBuyer } from './actions/remove-contact-from-buyer.ts';

/**
 * Belongs to the contact family, but links are rows of the buyer, which changes with them: `If-Match` names the buyer's
 * version.
 */
const common = {
  path: '/org/{orgId}/contact/{contactId}/buyer/{buyerId}',
  family: 'contact',
  permission: 'contact:write',
  params: { contactId: { id: 'contact', noun: 'contact' }, buyerId: { id: 'buyer', noun: 'buyer' } },
  emits: ['buyer.updated'],
} as const;

export const buyerContactEndpoints: Endpoint[] = [
  acts({
    ...common,
    id: 'addContactToBuyer',
    method: 'POST',
    summary: 'Add a contact to a buyer',
    notes: 'Returns the buyer; adding a contact again changes nothing. ETag and If-Match are the buyer’s.',
    reply: IdentityBuyer,
    act: addContactToBuyer,
  }),
  acts({
    ...common,
    id: 'removeContactFromBuyer',
    method: 'DELETE',
    summary: 'Remove a contact from a buyer',
    notes: 'A contact that does not belong to the buyer changes nothing. If-Match names the version of the buyer.',
    reply: z.string(),
    act: removeContactFromBuyer,
  }),
];
