import type { Outgoing } from '../outgoing/outgoing.ts';
import type { Verifier } from '../partner-gateway.ts';
import { askJson, refusedBy, textOf } from './ask-json.ts';

const sentences = {
  401: 'Adyen does not recognize the API key, or it belongs to the other environment (test or live).',
  403: "The API credential may not be used from the service's address: see its allowed IP addresses.",
};

/** Reads the API credential to which the key belongs. */
export const verifyAdyen =
  (outgoing: Outgoing): Verifier =>
  async (access, signal) => {
    const headers = { 'x-api-key': access.credentials.apiKey ?? '' };
    const answer = await askJson(outgoing, access, {
      method: 'GET',
      address: 'management',
      path: '/v3/me',
      headers,
      signal,
    });
    const {
      username,
      active,
      companyName,
      associatedMerchantAccounts: merchants,
      errorCode,
      title,
      detail,
    } = answer.body;
    const user = textOf(username);
    if (answer.status !== 200 || user === undefined) {
      const said = { code: textOf(errorCode), message: textOf(detail) ?? textOf(title) };
      return refusedBy('Adyen', answer, said, sentences);
    }
    if (active === false)
      return {
        ok: false,
        code: 'INACTIVE',
        message: `The API credential ${user} is not active.`,
        partnerMessage: null,
      };
    const company = textOf(companyName) ?? null;
    const isMerchant = Array.isArray(merchants) && merchants.includes(access.accountId);
    return { ok: true, accountId: isMerchant ? access.accountId : company, detail: `The key belongs to ${user}.` };
  };
