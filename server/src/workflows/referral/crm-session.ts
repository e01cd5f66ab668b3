import { watchPort } from '../../adapters/call-health.ts';
import type { Crm, CrmAccess } from '../../adapters/crm/port.ts';
import { isPartnerError } from '../../adapters/partner-error.ts';
import { crmCalls } from '../../adapters/watched-calls.ts';
import { openCrmAccess } from '../../domain/organization/connection/access.ts';
import { type AccountRef, loadCrmConnection } from '../../domain/organization/connection/actions/load-connection.ts';
import type { PartnerOptions, PartnerStep, WorkflowRun } from '../../engine/workflow.ts';
import { stepFailed } from '../../engine/workflow.ts';
import type { WorkflowServices } from '../services.ts';
import { watchStep } from '../watch-step.ts';

const timeoutMs = 60_000;

type Call<T> = (reach: { crm: Crm; access: CrmAccess }, step: PartnerStep) => Promise<T>;

/** The fields that a refusal of the CRM names. */
export const fieldsNamedBy = (info: unknown): string[] => (info as { fields?: string[] } | undefined)?.fields ?? [];

const fieldsOf = (details: unknown): string[] => {
  const { fields } = (details ?? {}) as { fields?: unknown };
  return Array.isArray(fields) ? fields.map(String).slice(0, 100) : [];
};

/** The steps of a run that call a CRM, each with credentials opened for the call. Results are serialized as JSON. */
export const openCrmSession = (services: WorkflowServices, run: WorkflowRun, account: AccountRef) => ({
  ask: <T>(name: string, call: Call<T>, options: PartnerOptions = {}): Promise<T> => {
    const { begin, after } = watchStep(services);
    return run.partner(name, { timeoutMs, ...options, after }, async (step) => {
      const connection = await loadCrmConnection(step.db, account);
      const access = openCrmAccess(services.secretKeys, connection);
      const { system: partner, credentials } = access;
      const crm = services.crms[partner];
      if (!crm) throw stepFailed('NotConnected', `${partner} is not available in this deployment.`);
      const watch = begin(step, { partner, connection, credentials, prettify: crm.prettifyError });
      try {
        return await call({ crm: watchPort(crm, crmCalls, watch), access }, step);
      } catch (error) {
        if (!isPartnerError(error)) throw error;
        if (error.requestId) step.note({ partnerRequestId: error.requestId });
        if (error.retryable) throw error;
        const { partnerCode: code, message, details } = error;
        throw stepFailed(code, crm.prettifyError({ code, message }), { partner, message, fields: fieldsOf(details) });
      }
    });
  },
});

export type CrmSession = ReturnType<typeof openCrmSession>;
