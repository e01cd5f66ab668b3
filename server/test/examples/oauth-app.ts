import { generateKeyPairSync } from 'node:crypto';
import type { TestOrganization } from '../app.ts';
import { type Examples, idOf } from './example.ts';

let count = 0;

const anApp = async (organization: TestOrganization, body: object = {}): Promise<string> => {
  count += 1;
  return idOf(
    await organization.owner.call('POST', '/oauthApp', {
      body: { name: `Robot ${count}`, accessLevel: 'VIEWER', ...body },
    }),
  );
};

const jwks = {
  keys: [
    { ...generateKeyPairSync('ed25519').publicKey.export({ format: 'jwk' }), kid: 'one', alg: 'EdDSA', use: 'sig' },
  ],
};

export const oauthAppExamples: Examples = {
  queryOAuthApps: async (_app, organization) => {
    await anApp(organization);
    return { query: 'q=(= access_level "VIEWER")&s=name' };
  },
  createOAuthApp: async () => {
    count += 1;
    return {
      body: { name: `Robot ${count}`, description: 'Reports usage', accessLevel: 'EDITOR', customRoleId: null },
    };
  },
  getOAuthApp: async (_app, organization) => ({ params: { oauthAppId: await anApp(organization) } }),
  deleteOAuthApp: async (_app, organization) => ({ params: { oauthAppId: await anApp(organization) } }),
  rotateOAuthAppSecret: async (_app, organization) => ({
    params: { oauthAppId: await anApp(organization) },
    body: { jwks },
  }),
};
