import { watchPort } from '../../adapters/call-health.ts';
import type { CoSell, CoSellAccess } from '../../adapters/cosell/port.ts';
import { isPartnerError } from '../../adapters/partner-error.ts';
import { coSellCalls } from '../../adapters/watched-calls.ts';
import { openCoSellAccess } from '../../domain/organization/connection/access.ts';
import { type AccountRef, loadCoSellConnection } from '../../domain/organization/connection/actions/load-connection.ts';
import {
  isRenewalDue,
  storeRenewedCredentials,
} from '../../domain/organization/connection/actions/store-renewed-credentials.ts';
import type { Connection } from '../../domain/organization/connection/connection.ts';
import type { PartnerOptions, PartnerStep, PollOptions, WorkflowRun } from '../../engine/workflow.ts';
import { stepFailed } from '../../engine/workflow.ts';
import type { WorkflowServices } from '../services.ts';
import { type StepWatch, watchStep } from '../watch-step.ts';

const timeoutMs = 60_000;

type Call<T> = (coSell: CoSell, access: CoSellAccess, step: PartnerStep) => Promise<T>;

/** Gives a partner that renews credentials a place for them, once a day: until then the ones before are good enough. */
const withKeeping = (access: CoSellAccess, connection: Connection, { now, record }: PartnerStep): CoSellAccess => {
  if (!isRenewalDue(connection, now)) return access;
  const { credentials: used } = access;
  const keep: CoSellAccess['keep'] = (renewed) =>
    record([], (call) => storeRenewedCredentials(call, { connectionId: connection.id, used, renewed }));
  return { ...access, keep };
};

/** The steps of a run that call a co-sell partner, each with credentials opened for the call. */
export const openCoSellSession = (services: WorkflowServices, run: WorkflowRun, account: AccountRef) => {
  const bind =
    <T>(call: Call<T>, { begin }: StepWatch) =>
    async (step: PartnerStep): Promise<T> => {
      const connection = await loadCoSellConnection(step.db, account);
      const access = withKeeping(openCoSellAccess(services.secretKeys, connection), connection, step);
      const coSell = services.coSells[access.partner];
      if (!coSell) throw stepFailed('NotConnected', `${access.partner} is not available in this deployment.`);
      const { partner, credentials } = access;
      const watch = begin(step, { partner, connection, credentials, prettify: coSell.prettifyError });
      try {
        return await call(watchPort(coSell, coSellCalls, watch), access, step);
      } catch (error) {
        if (!isPartnerError(error)) throw error;
        if (error.requestId) step.note({ partnerRequestId: error.requestId });
        if (error.retryable) throw error;
        const { partnerCode: code, message, details } = error;
        const faults = coSell.readFaults(details).slice(0, 100);
        throw stepFailed(code, coSell.prettifyError({ code, message }), { partner, message, faults });
      }
    };
  return {
    /** Results are serialized as JSON: times become texts (`revivedReferral`). */
    ask: <T>(name: string, call: Call<T>, options: PartnerOptions = {}): Promise<T> => {
      const watch = watchStep(services);
      return run.partner(name, { timeoutMs, ...options, after: watch.after }, bind(call, watch));
    },
    waitFor: <T>(name: string, options: PollOptions, look: Call<T | undefined>): Promise<T> => {
      const watch = watchStep(services);
      return run.poll(name, { timeoutMs, ...options, after: watch.after }, bind(look, watch));
    },
  };
};

export type CoSellSession = ReturnType<typeof openCoSellSession>;
