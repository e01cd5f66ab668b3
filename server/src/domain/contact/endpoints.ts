import { z } from 'zod';
import { acts, type Endpoint, reads } from '../../contract/endpoint.ts';
import { listHeaders, paged } from '../../contract/shapes.ts';
import { createContact } from './actions/create-contact.ts';
import { updateContact } from './actions/update-contact.ts';
import { getContact, listContacts, queryContacts } from './reads.ts';
import { ContactChange, ContactListParams, ContactQueryParams, IdentityContact, NewContact } from './schema.ts';

const contactId = { contactId: { id: 'contact', noun: 'contact' } } as const;

export const contactEndpoints: Endpoint[] = [
  reads({
    id: 'listContactsByOrganization',
    method: 'GET',
    path: '/org/{orgId}/contact',
    family: 'contact',
    permission: 'contact:read',
    summary: 'List contacts',
    query: ContactListParams,
    reply: z.array(IdentityContact),
    replyHeaders: listHeaders,
    read: listContacts,
  }),
  acts({
    id: 'createContact',
    method: 'POST',
    path: '/org/{orgId}/contact',
    family: 'contact',
    permission: 'contact:write',
    summary: 'Create a contact',
    notes: 'Idempotent on the e-mail address: an existing contact with that address is answered unchanged.',
    body: NewContact,
    reply: IdentityContact,
    emits: ['contact.created'],
    act: createContact,
  }),
  reads({
    id: 'queryContacts',
    method: 'GET',
    path: '/org/{orgId}/contact/query',
    family: 'contact',
    permission: 'contact:read',
    summary: 'Query contacts',
    query: ContactQueryParams,
    reply: paged(IdentityContact),
    replyHeaders: listHeaders,
    read: queryContacts,
  }),
  reads({
    id: 'getContact',
    method: 'GET',
    path: '/org/{orgId}/contact/{contactId}',
    family: 'contact',
    permission: 'contact:read',
    summary: 'Get a contact',
    params: contactId,
    reply: IdentityContact,
    read: getContact,
  }),
  acts({
    id: 'updateContact',
    method: 'PATCH',
    path: '/org/{orgId}/contact/{contactId}',
    family: 'contact',
    permission: 'contact:write',
    summary: 'Update a contact',
    notes: 'Absent fields are kept; null, "" and {} clear.',
    params: contactId,
    body: ContactChange,
    reply: IdentityContact,
    emits: ['contact.updated'],
    act: updateContact,
  }),
];
