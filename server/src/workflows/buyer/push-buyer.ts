import type { PaymentCode } from '../../adapters/payment/port.ts';
import { loadPush, recordPush, recordPushFailed } from '../../domain/buyer/actions/push-buyer.ts';
import { paymentProviders } from '../../domain/buyer/payment/payment.ts';
import type { Workflow } from '../../engine/workflow.ts';
import { longRetry, type WorkflowServices } from '../services.ts';
import { openPaymentSession } from './payment-session.ts';
import { syncBuyer } from './sync-buyer.ts';

/**
 * Pushes the latest changes of a buyer to its customer at the payment provider. A missing customer is created, once:
 * after a lost answer the call is repeated with the same key.
 */
export const pushBuyerWorkflow = (services: WorkflowServices): Workflow<'buyer.push'> => ({
  name: 'buyer.push',
  run: async (run, { buyerId }) => {
    for (let round = 1; ; round += 1) {
      const suffix = round === 1 ? '' : ` ${round}`;
      const push = await run.change(`load${suffix}`, [], (call) => loadPush(call, buyerId));
      if (!push) return 'There is nothing to send to the payment provider.';
      const { fields, externalId: known, revision } = push;
      const externalId = await openPaymentSession(services, run, push).ask(
        `customer${suffix}`,
        async ({ createCustomer, updateCustomer }, access, { key }) => {
          if (known === null) return (await createCustomer?.(access, fields, key)) ?? fields.buyerId;
          await updateCustomer?.(access, known, fields, key);
          return known;
        },
        { retry: longRetry },
      );
      const recorded = await run.change(`record${suffix}`, ['buyer.updated'], (call) =>
        recordPush(call, { buyerId, externalId, revision }),
      );
      // A run started by an earlier release may have stored a bare "outdated" flag.
      const { isOutdated, isUnread } =
        typeof recorded === 'boolean' ? { isOutdated: recorded, isUnread: false } : recorded;
      if (isOutdated) continue;
      if (isUnread) await syncBuyer(services, run, push, externalId);
      return paymentProviders[push.partner as PaymentCode].keepsCustomers
        ? `The payment provider stores the buyer as ${externalId}.`
        : 'The payment provider stores no customers, so nothing was sent.';
    }
  },
  onFailure: {
    emits: ['buyer.push_failed'],
    act: (call, { buyerId }, { code, message }) => recordPushFailed(call, { buyerId, error: { code, message } }),
  },
});
