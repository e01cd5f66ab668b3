import { loadDetach } from '../../domain/buyer/wallet/actions/load-detach.ts';
import type { Workflow } from '../../engine/workflow.ts';
import { longRetry, type WorkflowServices } from '../services.ts';
import { openPaymentSession } from './payment-session.ts';

/** Detaches a payment method at the provider. If that fails, the next read of the customer starts it again. */
export const detachWalletWorkflow = (services: WorkflowServices): Workflow<'wallet.detach'> => ({
  name: 'wallet.detach',
  run: async (run, { walletId }) => {
    const method = await run.change('load', [], (call) => loadDetach(call, walletId));
    if (!method) return 'There is no payment method to detach.';
    await openPaymentSession(services, run, method).ask(
      'detach',
      async (payments, access, { key }) => {
        await payments.detachMethod(access, method, key);
        return null;
      },
      { retry: longRetry },
    );
    return `The payment method ${method.methodId} was detached.`;
  },
});
