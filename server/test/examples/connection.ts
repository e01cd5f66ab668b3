import type { TestApp, TestOrganization } from '../app.ts';
import type { Examples } from './example.ts';

type Row = { id: string; partner: string; accountId?: string };

const listed = async (organization: TestOrganization, partner: string): Promise<Row | undefined> => {
  const { body } = await organization.owner.call('GET', '/integration?page_size=100');
  return (body as { data: Row[] }).data.find((row) => row.partner === partner);
};

/** Each service can have one account, so the previous one is removed. */
const disconnected = async (organization: TestOrganization, partner: string): Promise<void> => {
  const found = await listed(organization, partner);
  if (!found) return;
  const name = encodeURIComponent(found.accountId ?? partner);
  await organization.owner.call('DELETE', `/integration/${found.id}?force=true&confirm=${name}`);
};

export const connected = async (
  organization: TestOrganization,
  body: { partner: string } & object,
): Promise<string> => {
  const known = (await listed(organization, body.partner))?.id;
  if (known !== undefined) return known;
  const reply = await organization.owner.call('POST', '/integration', { body });
  return (reply.body as Row).id;
};

const uuid = '00000000-0000-0000-0000-00000000000a';

const bodies = {
  azure: {
    partner: 'AZURE',
    service: 'MARKETPLACE',
    accountId: 'publisher-1',
    credentials: { tenantId: uuid, clientId: uuid, clientSecret: 'client~secret' },
    reportFrom: '2026-01-01T00:00:00Z',
    settings: { settleMinutes: 30, latePolicy: 'HOLD' },
  },
  hubspot: { partner: 'HUBSPOT', service: 'CRM', credentials: { accessToken: 'pat-na1-aaaa-bbbb' } },
  /** Its key is none, so that verifying it needs no network. */
  google: {
    partner: 'GCP',
    service: 'MARKETPLACE',
    accountId: 'acme-public',
    credentials: {
      clientEmail: 'service@project.iam.gserviceaccount.com',
      privateKey: `-----BEGIN PRIVATE KEY-----\n${'A'.repeat(200)}\n-----END PRIVATE KEY-----\n`,
    },
  },
  smtp: {
    partner: 'SMTP',
    service: 'EMAIL',
    accountId: 'offers@acme.example',
    endpoint: 'smtp://mail.acme.example:587',
    credentials: { user: 'offers', password: 'pass word' },
  },
  stripe: { partner: 'STRIPE', service: 'PAYMENT', credentials: { apiKey: 'sk_test_first' } },
};

let count = 0;

const withId = async (_app: TestApp, organization: TestOrganization, body: { partner: string } & object) => ({
  params: { integrationId: await connected(organization, body) },
});

export const connectionExamples: Examples = {
  listIntegrations: async (_app, organization) => {
    await connected(organization, bodies.hubspot);
    return { query: 'q=(= status "CONNECTED")&s=partner' };
  },
  connectIntegration: async (_app, organization) => {
    await disconnected(organization, 'AZURE');
    return { body: bodies.azure };
  },
  getIntegration: (app, organization) => withId(app, organization, bodies.hubspot),
  updateIntegration: async (app, organization) => {
    count += 1;
    const body = { credentials: { apiKey: `sk_test_replaced${count}` } };
    return { ...(await withId(app, organization, bodies.stripe)), body };
  },
  verifyIntegration: (app, organization) => withId(app, organization, bodies.google),
  disconnectIntegration: (app, organization) => withId(app, organization, bodies.smtp),
};
