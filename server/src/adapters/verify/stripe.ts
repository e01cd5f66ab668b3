import type { Outgoing } from '../outgoing/outgoing.ts';
import type { Verifier } from '../partner-gateway.ts';
import { askJson, recordOf, refusedBy, textOf } from './ask-json.ts';

const sentences = {
  401: 'Stripe does not recognize the key: it is wrong, expired or was rolled.',
  403: 'The restricted key may not read the account.',
};

/** Reads the account of the key. */
export const verifyStripe =
  (outgoing: Outgoing): Verifier =>
  async (access, signal) => {
    const { apiKey = '' } = access.credentials;
    const headers = { authorization: `Bearer ${apiKey}` };
    const answer = await askJson(outgoing, access, { method: 'GET', path: '/v1/account', headers, signal });
    const id = textOf(answer.body.id);
    if (answer.status === 200 && id !== undefined) {
      const mode = apiKey.includes('_live_') ? 'live' : 'test';
      return { ok: true, accountId: id, detail: `The key belongs to ${id}, ${mode} mode.` };
    }
    const error = recordOf(answer.body.error);
    const said = { code: textOf(error.code) ?? textOf(error.type), message: textOf(error.message) };
    return refusedBy('Stripe', answer, said, sentences);
  };
