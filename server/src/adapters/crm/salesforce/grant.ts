import { importPKCS8, SignJWT } from 'jose';
import { refusedHere } from '../refused-here.ts';

const jwtBearer = 'urn:ietf:params:oauth:grant-type:jwt-bearer';
/** Salesforce takes assertions that end within three minutes. */
const assertionSeconds = 120;

/** Sandboxes have a login host of their own; names of their My Domain have two hyphens (Salesforce Help, My Domain URL Formats). */
const audienceOf = (endpoint: string): string => {
  const host = URL.parse(endpoint)?.hostname ?? '';
  const isSandbox = host === 'test.salesforce.com' || host.includes('--') || host.includes('.sandbox.');
  return `https://${isSandbox ? 'test' : 'login'}.salesforce.com`;
};

/**
 * The form of the token request: JWT bearer if there is a private key, otherwise client credentials (Salesforce Help, OAuth 2.0
 * JWT Bearer Flow, Client Credentials Flow). `now`: wall time. Throws a refusal if the key cannot be read.
 */
export const salesforceGrant = async (
  credentials: Readonly<Record<string, string>>,
  endpoint: string,
  now: Date,
): Promise<Record<string, string>> => {
  const { clientId = '', clientSecret = '', username = '', privateKey } = credentials;
  if (!privateKey) return { grant_type: 'client_credentials', client_id: clientId, client_secret: clientSecret };
  const key = await importPKCS8(privateKey, 'RS256').catch(() => {
    throw refusedHere('SALESFORCE', 'UnreadableKey', 'The private key of the connection is not an RSA key (PKCS #8).');
  });
  const assertion = await new SignJWT({})
    .setProtectedHeader({ alg: 'RS256' })
    .setIssuer(clientId)
    .setSubject(username)
    .setAudience(audienceOf(endpoint))
    .setExpirationTime(Math.floor(now.getTime() / 1000) + assertionSeconds)
    .sign(key);
  return { grant_type: jwtBearer, assertion };
};
