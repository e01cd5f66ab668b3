import { watchPort } from '../../adapters/call-health.ts';
import { isPartnerError } from '../../adapters/partner-error.ts';
import type { PaymentAccess, Payments } from '../../adapters/payment/port.ts';
import { paymentCalls } from '../../adapters/watched-calls.ts';
import { openPaymentAccess } from '../../domain/organization/connection/access.ts';
import {
  type AccountRef,
  loadPaymentConnection,
} from '../../domain/organization/connection/actions/load-connection.ts';
import type { PartnerOptions, PartnerStep, WorkflowRun } from '../../engine/workflow.ts';
import { stepFailed } from '../../engine/workflow.ts';
import type { WorkflowServices } from '../services.ts';
import { watchStep } from '../watch-step.ts';

const timeoutMs = 60_000;

type Call<T> = (payments: Payments, access: PaymentAccess, step: PartnerStep) => Promise<T>;

/** The steps of a run that call a payment provider, each with credentials opened for the call. */
export const openPaymentSession = (services: WorkflowServices, run: WorkflowRun, account: AccountRef) => ({
  /** Results are serialized as JSON. */
  ask: <T>(name: string, call: Call<T>, options: PartnerOptions = {}): Promise<T> => {
    const { begin, after } = watchStep(services);
    return run.partner(name, { timeoutMs, ...options, after }, async (step) => {
      const connection = await loadPaymentConnection(step.db, account);
      const access = openPaymentAccess(services.secretKeys, connection);
      const payments = services.payments?.[access.partner];
      if (!payments) throw stepFailed('NotConnected', `${access.partner} is not available in this deployment.`);
      const { partner, credentials } = access;
      const watch = begin(step, { partner, connection, credentials, prettify: payments.prettifyError });
      try {
        return await call(watchPort(payments, paymentCalls, watch), access, step);
      } catch (error) {
        if (!isPartnerError(error)) throw error;
        if (error.requestId) step.note({ partnerRequestId: error.requestId });
        if (error.retryable) throw error;
        const { partnerCode: code, message } = error;
        throw stepFailed(code, payments.prettifyError({ code, message }), { partner, message });
      }
    });
  },
});

export type PaymentSession = ReturnType<typeof openPaymentSession>;
