import type { TestOrganization } from '../app.ts';
import { aDeal } from './deal.ts';
import { type Examples, idOf } from './example.ts';

let count = 0;

export const aContact = async (organization: TestOrganization, fields: object = {}): Promise<string> => {
  count += 1;
  return idOf(
    await organization.editor.call('POST', '/contact', {
      body: { emailAddress: `person${count}@example.com`, ...fields },
    }),
  );
};

const aPlainDraft = async (organization: TestOrganization): Promise<string> =>
  idOf(await organization.editor.call('POST', '/draftOffer', { body: { name: 'Plain', partner: 'AWS' } }));

export const contactExamples: Examples = {
  listContactsByOrganization: async () => ({}),
  createContact: async () => {
    count += 1;
    return {
      body: {
        emailAddress: `new${count}@example.com`,
        name: 'New',
        info: { companyName: 'Acme', partner: '' },
        tags: ['sales'],
      },
    };
  },
  batchCreateContacts: async () => {
    count += 2;
    const [first, second] = [`batch${count}@example.com`, `other${count}@example.com`];
    return { body: [{ emailAddress: first, name: 'First', tags: ['a'] }, { emailAddress: second }] };
  },
  queryContacts: async () => ({ query: 'q=(= name "New")&s=-creation_time,name' }),
  getContact: async (_app, organization) => ({ params: { contactId: await aContact(organization) } }),
  updateContact: async (_app, organization) => ({
    params: { contactId: await aContact(organization) },
    body: { name: 'Other' },
  }),
  updateContactTags: async (_app, organization) => {
    count += 1;
    const tag = String.fromCharCode(97 + (count % 26), 97 + (Math.floor(count / 26) % 26));
    return { params: { contactId: await aContact(organization) }, body: { tags: ['sales', tag] } };
  },
  addContactToBuyer: async (app, organization) => ({
    params: { contactId: await aContact(organization), buyerId: (await aDeal(app, organization)).buyerId },
  }),
  removeContactFromBuyer: async (app, organization) => {
    const params = { contactId: await aContact(organization), buyerId: (await aDeal(app, organization)).buyerId };
    await organization.editor.call('POST', `/contact/${params.contactId}/buyer/${params.buyerId}`);
    return { params };
  },
  addContactToOffer: async (_app, organization) => ({
    params: { contactId: await aContact(organization), offerId: await aPlainDraft(organization) },
  }),
  removeContactFromOffer: async (_app, organization) => {
    const params = { contactId: await aContact(organization), offerId: await aPlainDraft(organization) };
    await organization.editor.call('POST', `/contact/${params.contactId}/offer/${params.offerId}`);
    return { params };
  },
};
