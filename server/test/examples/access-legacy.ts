import type { TestOrganization } from '../app.ts';
import { type Examples, idOf } from './example.ts';

/** An organization may have five; the tests over all endpoints make more, one after the other. */
const makeRoom = async ({ owner }: TestOrganization): Promise<void> => {
  const clients = (await owner.call('GET', '/apiClient')).body as { id: string }[];
  for (const { id } of clients) await owner.call('DELETE', `/apiClient/${id}`);
};

const anApiClient = async (organization: TestOrganization): Promise<string> => {
  await makeRoom(organization);
  return idOf(await organization.owner.call('POST', '/apiClient', { body: { type: 'BEARER_TOKEN', role: 'VIEWER' } }));
};

export const accessLegacyExamples: Examples = {
  listApiClients: async () => ({}),
  createApiClient: async (_app, organization) => {
    await makeRoom(organization);
    return { body: { type: 'API_KEY', role: 'EDITOR', id: 'ignored', info: [1, 2] } };
  },
  getApiClient: async (_app, organization) => ({ params: { apiClientId: await anApiClient(organization) } }),
  deleteApiClient: async (_app, organization) => ({ params: { apiClientId: await anApiClient(organization) } }),
  /** The same again would change nothing. */
  updateOnboardingInfo: async (_app, organization) => {
    const { intent } = (await organization.editor.call('GET', '/onboarding/status')).body as { intent: string };
    return { body: { intent: intent === 'SKIPPED' ? 'DISMISSED' : 'SKIPPED' } };
  },
  getOnboardingStatus: async () => ({}),
  getServicesAndQuotas: async () => ({}),
};
