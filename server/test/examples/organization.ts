import { addAccount, anHourAgo } from '../accounts.ts';
import type { TestApp, TestOrganization } from '../app.ts';
import { type Examples, idOf } from './example.ts';

/** The smallest PNG: one pixel. */
const aLogo =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

let count = 0;
const next = (): number => {
  count += 1;
  return count;
};

/** The account of the caller, for what an organization copies from it. */
const ownerAccount = async (app: TestApp, { uuid }: TestOrganization): Promise<void> => {
  const { rows } = await app.database.pool.query(
    `select account_id as id, email from membership where org_id = $1 and role = 'OWNER' order by creation_time limit 1`,
    [uuid],
  );
  await addAccount(app.database, { ...rows[0], firstName: 'Olive', lastName: 'Owner' });
};

const anInvited = async (organization: TestOrganization): Promise<string> =>
  idOf(await organization.owner.call('POST', '/user', { body: { email: `u${next()}@invited.test`, role: 'VIEWER' } }));

const aRole = async (organization: TestOrganization): Promise<string> =>
  idOf(
    await organization.owner.call('POST', '/role', { body: { name: `Role ${next()}`, permissions: ['offer:read'] } }),
  );

export const organizationExamples: Examples = {
  listOrganizations: async () => ({}),
  createOrganization: async (app, organization) => {
    await ownerAccount(app, organization);
    return {
      body: {
        name: 'Initech',
        description: 'Software',
        website: 'https://initech.example',
        emailDomain: 'initech.example',
      },
    };
  },
  updateOrganization: async () => ({
    body: { description: `Software ${next()}`, website: 'https://acme.example', emailDomain: 'acme.example' },
  }),
  getBranding: async () => ({}),
  updateBranding: async () => ({
    body: {
      displayName: `Acme Analytics ${next()}`,
      accentColor: '#1f6feb',
      logo: aLogo,
      supportEmail: 'support@acme.example',
      supportUrl: 'https://acme.example/support',
    },
  }),
  previewBranding: async () => ({ body: { accentColor: '#ffd400', state: 'WAITING' } }),
  listUsers: async () => ({ query: 'limit=10' }),
  inviteUser: async (_app, organization) => ({
    body: {
      email: `new${next()}@invited.test`,
      role: 'CUSTOM',
      customRoleId: await aRole(organization),
      firstName: 'Nina',
      lastName: 'New',
    },
  }),
  reinviteUser: async (app, organization) => {
    const userId = await anInvited(organization);
    await anHourAgo(app.database, organization.uuid);
    return { params: { userId } };
  },
  updateUser: async (_app, organization) => ({
    params: { userId: await anInvited(organization) },
    body: { role: 'EDITOR', firstName: 'Edith' },
  }),
  removeUser: async (_app, organization) => ({ params: { userId: await anInvited(organization) } }),
  queryRoles: async () => ({ query: 'q=(ilike name "role%")&s=name' }),
  createRole: async () => ({
    body: { name: `Sales ${next()}`, description: 'Sells', permissions: ['offer:read', 'offer:write', 'buyer:read'] },
  }),
  getRole: async (_app, organization) => ({ params: { roleId: await aRole(organization) } }),
  updateRole: async (_app, organization) => ({
    params: { roleId: await aRole(organization) },
    body: { description: 'Reads', permissions: ['offer:read', 'product:read'] },
  }),
  deleteRole: async (_app, organization) => ({ params: { roleId: await aRole(organization) } }),
};
