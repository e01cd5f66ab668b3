import { z } from 'zod';
import { acts, type Endpoint, reads } from '../../contract/endpoint.ts';
import { withValues } from '../../contract/limits.ts';
import { listHeaders, paged } from '../../contract/shapes.ts';
import { batchCreateContacts } from './actions/batch-create-contacts.ts';
import { createContact } from './actions/create-contact.ts';
import { updateContact } from './actions/update-contact.ts';
import { updateContactTags } from './actions/update-contact-tags.ts';
import { ContactListParams, ContactQueryParams } from './fields.ts';
import { getContact, listContacts, queryContacts } from './reads.ts';
import { ContactBatch, ContactChange, IdentityContact, NewContact, UpdateContactTagsRequest } from './schema.ts';

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
    notes: 'Idempotent on the e-mail address: an existing contact with that address is returned unchanged.',
    body: NewContact,
    reply: IdentityContact,
    emits: ['contact.created'],
    act: createContact,
  }),
  acts({
    id: 'batchCreateContacts',
    bodyLimits: withValues(20_000),
    method: 'POST',
    path: '/org/{orgId}/contact/batch',
    family: 'contact',
    permission: 'contact:write',
    summary: 'Create several contacts',
    notes:
      'Returns a list for each item, in order, with its contact. As with single contacts, an existing one is returned unchanged. All or ' +
      'nothing: 400 lists every fault of every item.',
    body: ContactBatch,
    unversioned: true,
    reply: z.array(z.array(IdentityContact)),
    emits: ['contact.created'],
    act: batchCreateContacts,
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
  acts({
    id: 'updateContactTags',
    method: 'PATCH',
    path: '/org/{orgId}/contact/{contactId}/tag',
    family: 'contact',
    permission: 'contact:write',
    summary: 'Update the tags of a contact',
    notes: 'Replaces all tags: at most 5 different ones, each of 1 to 10 letters.',
    params: contactId,
    body: UpdateContactTagsRequest,
    reply: z.array(z.string()),
    emits: ['contact.updated'],
    act: updateContactTags,
  }),
];
