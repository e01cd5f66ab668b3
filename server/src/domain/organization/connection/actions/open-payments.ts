import type { PaymentAccess, PaymentCode } from '../../../../adapters/payment/port.ts';
import type { AskCall } from '../../../../contract/call.ts';
import { Refusal } from '../../../../kit/errors.ts';
import { openPaymentAccess } from '../access.ts';
import { findServiceConnection } from '../store.ts';

/** The organization's account at a payment provider, opened for a query. 409 if there is none. */
export const openPayments = async (call: AskCall, partner: PaymentCode): Promise<PaymentAccess> => {
  const account = await findServiceConnection(call.db, partner, 'PAYMENT');
  if (account) return openPaymentAccess(call.secretKeys, account);
  const message = `No account of ${partner} is connected; connect one first.`;
  throw new Refusal('Conflict', message, { partner, status: 'NOT_CONNECTED', allowedFrom: ['CONNECTED'] });
};
