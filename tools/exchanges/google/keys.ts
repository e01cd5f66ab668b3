import { documentOf } from '../written/document.ts';
import { listOf, mapOf, matching, object, oneOf, someText, text, wholeFrom } from '../written/shapes.ts';

/** Tokens. Source: Google Identity, "Using OAuth 2.0 for server to server applications"; errors by RFC 6749, 5.2. */
export const token = documentOf({
  'POST /token': {
    form: object({ grant_type: oneOf('urn:ietf:params:oauth:grant-type:jwt-bearer'), assertion: someText }),
    answers: {
      200: object(
        { access_token: someText, expires_in: wholeFrom(1, 3600), token_type: oneOf('Bearer') },
        { scope: text },
      ),
      400: object(
        {
          error: oneOf(
            ...['invalid_request', 'invalid_grant', 'invalid_client', 'invalid_scope', 'unauthorized_client'],
            'unsupported_grant_type',
          ),
        },
        { error_description: text },
      ),
    },
  },
});

const key = object({
  ...{ kty: oneOf('RSA'), n: matching('^[\\w-]{300,}$'), e: oneOf('AQAB'), kid: someText },
  ...{ alg: oneOf('RS256'), use: oneOf('sig') },
});
const keySet = object({ keys: listOf(key, 1) });
const certificates = mapOf(matching('^-----BEGIN CERTIFICATE-----\\n[\\w+/=\\n]+\\n-----END CERTIFICATE-----\\n?$'));

/**
 * Public keys: of Google's OpenID tokens (Google Identity, "OpenID Connect") and of the account that signs up customers
 * (Cloud Marketplace, "Integrate your app's frontend": the x509 certificates; the same as JWKs).
 */
export const keys = documentOf({
  'GET /oauth2/v3/certs': { answers: { 200: keySet } },
  'GET /robot/v1/metadata/jwk/{account}': { answers: { 200: keySet } },
  'GET /robot/v1/metadata/x509/{account}': { answers: { 200: certificates } },
});
