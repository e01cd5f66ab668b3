import type { CoSell } from '../cosell/port.ts';
import { isPartnerError } from '../partner-error.ts';
import type { Verifier } from '../partner-gateway.ts';

/** Makes the cheapest read of a co-sell partner: its referrals. */
export const verifyCoSell =
  (coSell: CoSell): Verifier =>
  async ({ accountId, endpoint, endpoints = {}, credentials }) => {
    const { partner } = coSell.rules;
    try {
      await coSell.verify({ connectionId: 'verification', partner, accountId, endpoint, endpoints, credentials });
      return { ok: true, accountId: null, detail: 'The referrals of the account can be listed.' };
    } catch (error) {
      if (!isPartnerError(error)) throw error;
      const { partnerCode: code, message } = error;
      return { ok: false, code, message: coSell.prettifyError({ code, message }), partnerMessage: message };
    }
  };
