import { documentOf } from '../written/document.ts';
import { anyOf, listOf, matching, object, oneOf, someText, text, url, uuid, wholeFrom } from '../written/shapes.ts';

/**
 * Microsoft Entra. Sources: Microsoft identity platform, "OAuth 2.0 client credentials flow" and "OAuth 2.0 authorization code flow",
 * "Refresh the access token" (token requests and answers),
 * "Authentication and authorization error codes" (errors), "OpenID Connect" (configuration and keys); version 1 of the token
 * endpoint by "Service to service calls using client credentials (v1.0)".
 */

const grant = { grant_type: oneOf('client_credentials') };
const refresh = { grant_type: oneOf('refresh_token'), refresh_token: someText };
/** In the form, or as Basic credentials (`token_endpoint_auth_methods_supported`). */
const client = { client_id: uuid, client_secret: someText };
const refusal = object(
  { error: someText, error_description: matching('^AADSTS\\d+: '), error_codes: listOf(wholeFrom(1), 1) },
  {
    timestamp: matching('^\\d{4}-\\d\\d-\\d\\d \\d\\d:\\d\\d:\\d\\dZ$'),
    ...{ trace_id: uuid, correlation_id: uuid, error_uri: url },
  },
);
/** Version 1 returns its numbers as strings. */
const digits = matching('^\\d+$');
const key = object(
  { kty: oneOf('RSA'), n: matching('^[\\w-]{300,}$'), e: oneOf('AQAB'), kid: someText, use: oneOf('sig') },
  { x5t: text, x5c: listOf(text), alg: oneOf('RS256'), issuer: url, cloud_instance_name: text },
);
const configuration = object(
  {
    ...{ issuer: url, token_endpoint: url, jwks_uri: url, response_types_supported: listOf(text, 1) },
    ...{ subject_types_supported: listOf(text, 1), id_token_signing_alg_values_supported: listOf(text, 1) },
  },
  {
    ...{
      authorization_endpoint: url,
      userinfo_endpoint: url,
      end_session_endpoint: url,
      device_authorization_endpoint: url,
    },
    ...{ token_endpoint_auth_methods_supported: listOf(text), response_modes_supported: listOf(text) },
    ...{ scopes_supported: listOf(text), claims_supported: listOf(text), kerberos_endpoint: url },
    ...{ request_uri_parameter_supported: { type: 'boolean' }, http_logout_supported: { type: 'boolean' } },
    ...{ frontchannel_logout_supported: { type: 'boolean' }, tenant_region_scope: anyOf(text, { type: 'null' }) },
    ...{ cloud_instance_name: text, cloud_graph_host_name: text, msgraph_host: text, rbac_url: url },
  },
);

/** Below the login host; `{tenant}` is the first part of the path. */
export const entra = documentOf({
  'POST /{tenant}/oauth2/v2.0/token': {
    form: anyOf(
      object({ ...grant, scope: matching('^\\S+/\\.default$') }, client),
      object({ ...refresh, scope: matching('^\\S+(?: \\S+)*$') }, client),
    ),
    answers: {
      200: object(
        { token_type: oneOf('Bearer'), expires_in: wholeFrom(1), access_token: someText },
        { ext_expires_in: wholeFrom(1), scope: someText, refresh_token: someText },
      ),
      ...{ 400: refusal, 401: refusal },
    },
  },
  'POST /{tenant}/oauth2/token': {
    form: anyOf(object({ ...grant, resource: someText }, client), object(refresh, { ...client, resource: someText })),
    answers: {
      200: object(
        { token_type: oneOf('Bearer'), expires_in: digits, access_token: someText },
        {
          ext_expires_in: digits,
          expires_on: digits,
          not_before: digits,
          resource: someText,
          scope: someText,
          refresh_token: someText,
        },
      ),
      ...{ 400: refusal, 401: refusal },
    },
  },
  'GET /{tenant}/discovery/v2.0/keys': { answers: { 200: object({ keys: listOf(key, 1) }) } },
  'GET /{tenant}/v2.0/.well-known/openid-configuration': { answers: { 200: configuration } },
});
