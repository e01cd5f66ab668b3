import { importPKCS8, SignJWT } from 'jose';
import type { Outgoing } from '../outgoing/outgoing.ts';
import type { Verifier } from '../partner-gateway.ts';
import { askJson, formOf, refusedBy, textOf } from './ask-json.ts';

const audience = 'https://oauth2.googleapis.com/token';
const scope = 'https://www.googleapis.com/auth/cloud-platform';
const grantType = 'urn:ietf:params:oauth:grant-type:jwt-bearer';

const sentences = {
  400: 'Google does not accept the key of the service account.',
  401: 'Google does not recognize the service account.',
};

/** Gets a token for the service account by a signed assertion (RFC 7523). */
export const verifyGcp =
  (outgoing: Outgoing): Verifier =>
  async (access, signal) => {
    const { clientEmail = '', privateKey = '' } = access.credentials;
    const key = await importPKCS8(privateKey, 'RS256').catch(() => undefined);
    if (!key)
      return { ok: false, code: 'UNREADABLE_KEY', message: 'The private key is not an RSA key.', partnerMessage: null };
    const assertion = await new SignJWT({ scope })
      .setProtectedHeader({ alg: 'RS256', typ: 'JWT' })
      .setIssuer(clientEmail)
      .setAudience(audience)
      .setIssuedAt()
      .setExpirationTime('5 minutes')
      .sign(key);
    const form = formOf({ grant_type: grantType, assertion });
    const answer = await askJson(outgoing, access, {
      method: 'POST',
      address: 'token',
      path: '/token',
      signal,
      ...form,
    });
    const { access_token: token, error, error_description: description } = answer.body;
    if (answer.status === 200 && textOf(token) !== undefined)
      return { ok: true, accountId: null, detail: `Google issues tokens for ${clientEmail}.` };
    return refusedBy('Google', answer, { code: textOf(error), message: textOf(description) }, sentences);
  };
