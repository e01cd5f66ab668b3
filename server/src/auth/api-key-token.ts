import { Refusal } from '../kit/errors.ts';
import { decodeId, encodeId, nilId } from '../kit/ids.ts';
import { type ApiKeyParts, hashApiKey } from './api-key.ts';
import { findTokenClient } from './api-key-store.ts';
import { signAccessToken, type TokenIssuer } from './jwt.ts';
import { isHashOutdated, machineSecretMatches } from './secrets.ts';
import { type KeyRing, tokenLifetimeSeconds } from './signing-keys.ts';
import { bucketsOf, refuseThrottled } from './throttle.ts';

/** The response of the legacy token endpoint. `expires_on` is an RFC 3339 time, as the reference's clients read it (decision 0357). */
export type ApiClientToken = { access_token: string; token_type: 'Bearer'; expires_in: number; expires_on: string };

export type ApiClientCredentials = { organizationID: string; id: string; secret: string };

type TokenParts = ApiKeyParts & TokenIssuer & { ring: KeyRing; now: () => Date };

const refused = (): Refusal =>
  new Refusal('Unauthorized', 'Client authentication failed.', undefined, {
    'www-authenticate': 'Bearer realm="marketplace-operations"',
  });

/**
 * Exchanges the secret of an API client for an access token of the same kind that OAuth Apps get. The response does not
 * reveal whether the organization, client or secret is wrong.
 */
export const issueApiClientToken = async (
  parts: TokenParts,
  { organizationID, id, secret }: ApiClientCredentials,
  address: string,
): Promise<ApiClientToken> => {
  const { reads, secretKeys, ring, throttle, usage } = parts;
  const now = parts.now();
  const buckets = bucketsOf(id, address);
  refuseThrottled(throttle, buckets, now);
  // IDs that cannot be decoded are looked up like any other, so that the work is the same.
  const found = await findTokenClient(
    reads,
    { orgId: decodeId('org', organizationID) ?? nilId, id: decodeId('apikey', id) ?? nilId },
    buckets.map(({ key }) => key),
  );
  throttle.learn(found.drains);
  refuseThrottled(throttle, buckets, now);
  const [client] = found.clients;
  if (!machineSecretMatches(secretKeys, secret.toLowerCase(), client?.secret_hash) || !client) {
    throttle.fail(buckets, now);
    throw refused();
  }
  if (isHashOutdated(secretKeys, client.secret_hash)) usage.outdatedHash(client, hashApiKey(secretKeys, secret));
  const token = await signAccessToken(ring.signer(now), parts, {
    clientId: client.client_id,
    orgId: encodeId('org', client.org_id),
    now,
  });
  usage.used(client, now);
  return {
    access_token: token,
    token_type: 'Bearer',
    expires_in: tokenLifetimeSeconds,
    expires_on: new Date((Math.floor(now.getTime() / 1000) + tokenLifetimeSeconds) * 1000).toISOString(),
  };
};
