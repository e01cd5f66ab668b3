import type { Outgoing } from '../outgoing/outgoing.ts';
import type { Verifier } from '../partner-gateway.ts';
import { askJson, formOf, refusedBy, textOf } from './ask-json.ts';

/** The SaaS fulfilment and metering APIs. */
const scope = '20e940b3-4c77-4b0b-9a53-9e16a1b010a7/.default';

const sentences = {
  400: 'Microsoft Entra does not recognize the tenant or the application.',
  401: 'The client secret is wrong or has expired.',
};

/** Gets a token for the marketplace by client credentials (Microsoft Entra). */
export const verifyAzure =
  (outgoing: Outgoing): Verifier =>
  async (access, signal) => {
    const { tenantId = '', clientId = '', clientSecret = '' } = access.credentials;
    const answer = await askJson(outgoing, access, {
      method: 'POST',
      address: 'login',
      path: `/${encodeURIComponent(tenantId)}/oauth2/v2.0/token`,
      signal,
      ...formOf({ grant_type: 'client_credentials', client_id: clientId, client_secret: clientSecret, scope }),
    });
    const { access_token: token, error, error_description: description } = answer.body;
    if (answer.status === 200 && textOf(token) !== undefined)
      return { ok: true, accountId: null, detail: 'Microsoft Entra issues tokens for the marketplace.' };
    return refusedBy(
      'Microsoft Entra',
      answer,
      // The first line describes the error; the following ones name the request.
      { code: textOf(error), message: textOf(description)?.split('\r\n')[0] },
      sentences,
    );
  };
