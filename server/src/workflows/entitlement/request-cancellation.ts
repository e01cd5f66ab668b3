import {
  applyCancellations,
  applyCancellationsEmits,
} from '../../domain/entitlement/cancellation/actions/apply-cancellations.ts';
import {
  loadCancellation,
  recordRequestRefused,
  recordRequestUnknown,
  recordWithdrawalFailed,
} from '../../domain/entitlement/cancellation/actions/record-request.ts';
import { cancellationIs } from '../../domain/entitlement/cancellation/states.ts';
import type { AccountRef } from '../../domain/organization/connection/actions/load-connection.ts';
import { isStepFailed, type StepFailed, stepFailed, type Workflow } from '../../engine/workflow.ts';
import { longRetry, openPartnerSession, type WorkflowServices } from '../services.ts';
import { readBackAgreement } from './read-back-agreement.ts';

const notSupported = (partner: string): StepFailed =>
  stepFailed('NotSupported', `${partner} has no requests to cancel an agreement.`);

/** Whether the marketplace refused, in its own words, so that nothing has happened there. */
const isRefused = (error: unknown): error is StepFailed =>
  isStepFailed(error) && !error.timedOut && error.failure.info !== undefined;

/** The marketplace's message, after the sentence that explains to a seller what to do. */
const wordsOf = ({ failure }: StepFailed): string => {
  const { message } = (failure.info ?? {}) as { message?: unknown };
  return typeof message === 'string' && message !== ''
    ? `${failure.message} ${failure.code}: ${message}`
    : failure.message;
};

/** Sends a request to cancel an agreement under its token, and records what the marketplace acknowledged. */
export const requestCancellationWorkflow = (services: WorkflowServices): Workflow<'cancellation.request'> => ({
  name: 'cancellation.request',
  run: async (run, { requestId }) => {
    const loaded = await run.change('load', [], async (call) => {
      const request = await loadCancellation(call, requestId);
      const { status, partner, agreement_id: agreementId, client_token: clientToken } = request;
      if (!cancellationIs.open(status) || request.external_id !== null || clientToken === null) return null;
      const { reason_code: reasonCode, reason_description: reasonDescription } = request;
      return { partner, request: { agreementId, clientToken, reasonCode, reasonDescription } };
    });
    if (!loaded) return 'The request is no longer waiting to be sent.';
    const { partner, request } = loaded;
    const account: AccountRef = { partner };
    const session = openPartnerSession(services, run, account);
    try {
      const read = await session.ask(
        'send',
        async (marketplace, access) => {
          if (!marketplace.requestCancellation) throw notSupported(partner);
          return marketplace.requestCancellation(access, request);
        },
        { retry: longRetry },
      );
      await run.change('record', applyCancellationsEmits, (call) =>
        applyCancellations(call, { partner, agreementId: request.agreementId }, [read], { all: false }),
      );
      return `The marketplace has acknowledged the request: it is ${read.status}.`;
    } catch (error) {
      if (!isRefused(error)) throw error;
      throw await run.fail(error, ['cancellation_request.failed'], (call) =>
        recordRequestRefused(call, requestId, wordsOf(error)),
      );
    }
  },
  onFailure: {
    emits: [],
    act: (call, { requestId }, { code, message }) => recordRequestUnknown(call, requestId, `${code}: ${message}`),
  },
});

/** Withdraws a request to cancel an agreement, and applies what the marketplace then shows. */
export const withdrawCancellationWorkflow = (services: WorkflowServices): Workflow<'cancellation.withdraw'> => ({
  name: 'cancellation.withdraw',
  run: async (run, { requestId }) => {
    const loaded = await run.change('load', [], async (call) => {
      const request = await loadCancellation(call, requestId);
      const { partner, agreement_id: agreementId, external_id: externalId, withdrawal_reason: reason } = request;
      if (!cancellationIs.open(request.status) || externalId === null || reason === null) return null;
      return { partner, request: { agreementId, externalId, reason } };
    });
    if (!loaded) return 'The request is no longer waiting for an answer.';
    const { partner, request } = loaded;
    const { agreementId } = request;
    const account: AccountRef = { partner };
    const session = openPartnerSession(services, run, account);
    const read = await session.ask(
      'withdraw',
      async (marketplace, access) => {
        if (!marketplace.withdrawCancellation) throw notSupported(partner);
        return marketplace.withdrawCancellation(access, request);
      },
      { retry: longRetry },
    );
    await run.change('record', applyCancellationsEmits, (call) =>
      applyCancellations(call, { partner, agreementId }, [read], { all: false }),
    );
    if (cancellationIs.withdrawn(read.status)) return 'The request was withdrawn.';
    const said = await readBackAgreement(run, session, account, { agreementId });
    throw stepFailed('AlreadyAnswered', `The request could not be withdrawn: it is ${read.status}.${said}`);
  },
  onFailure: {
    emits: ['cancellation_request.withdraw_failed'],
    act: (call, { requestId }, { code, message }) => recordWithdrawalFailed(call, requestId, `${code}: ${message}`),
  },
});
