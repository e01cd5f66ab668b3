import type { TestOrganization } from '../app.ts';
import { type Examples, idOf } from './example.ts';

let count = 0;

const aContact = async (organization: TestOrganization, fields: object = {}): Promise<string> => {
  count += 1;
  return idOf(
    await organization.editor.call('POST', '/contact', {
      body: { emailAddress: `person${count}@example.com`, ...fields },
    }),
  );
};

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
  queryContacts: async () => ({ query: 'q=(= name "New")&s=-creation_time,name' }),
  getContact: async (_app, organization) => ({ params: { contactId: await aContact(organization) } }),
  updateContact: async (_app, organization) => ({
    params: { contactId: await aContact(organization) },
    body: { name: 'Other' },
  }),
};
