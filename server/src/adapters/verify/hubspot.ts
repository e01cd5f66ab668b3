import type { Outgoing } from '../outgoing/outgoing.ts';
import type { Verifier } from '../partner-gateway.ts';
import { askJson, refusedBy, textOf } from './ask-json.ts';

const sentences = {
  401: 'HubSpot does not recognize the access token: it is wrong, expired or was rotated.',
  403: 'The access token may not read the account.',
};

/** Reads the account of the token. */
export const verifyHubspot =
  (outgoing: Outgoing): Verifier =>
  async (access, signal) => {
    const headers = { authorization: `Bearer ${access.credentials.accessToken ?? ''}` };
    const answer = await askJson(outgoing, access, {
      method: 'GET',
      path: '/account-info/v3/details',
      headers,
      signal,
    });
    const { portalId, accountType, category, message } = answer.body;
    if (answer.status === 200 && Number.isInteger(portalId)) {
      const kind = textOf(accountType);
      return {
        ok: true,
        accountId: String(portalId),
        detail: `The token belongs to account ${portalId}${kind ? ` (${kind})` : ''}.`,
      };
    }
    return refusedBy('HubSpot', answer, { code: textOf(category), message: textOf(message) }, sentences);
  };
