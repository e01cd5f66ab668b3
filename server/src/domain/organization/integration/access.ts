import type { IntegrationAccess } from '../../../adapters/desk.ts';
import { type SecretKeys, sealSecret } from '../../../auth/secrets.ts';
import { openCredentials } from '../connection/access.ts';
import type { Integration } from './integration.ts';

/** The columns that hold credentials; those that are not given are left out. */
export const sealCredentials = (keys: SecretKeys, id: string, given: Readonly<Record<string, unknown>>) => {
  const credentials = Object.fromEntries(
    Object.entries(given).filter(([, value]) => value !== null && value !== undefined && value !== ''),
  );
  return {
    credentials_sealed: sealSecret(keys, 'integration', id, JSON.stringify(credentials)),
    credential_fields: Object.keys(credentials).sort(),
  };
};

/** Opens the credentials for a call. The result is never stored and never logged. */
export const openIntegration = (keys: SecretKeys, integration: Integration): IntegrationAccess => ({
  partner: integration.partner,
  service: integration.service,
  accountId: integration.account_id,
  endpoint: integration.endpoint ?? undefined,
  endpoints: integration.endpoints,
  region: integration.region,
  credentials: openCredentials(keys, integration),
});
