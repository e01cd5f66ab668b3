import type { Mail } from '../../adapters/mail/port.ts';
import { isPartnerError } from '../../adapters/partner-error.ts';
import { type PartnerStep, stepFailed, type WorkflowRun } from '../../engine/workflow.ts';
import { longRetry, type WorkflowServices } from '../services.ts';
import { watchStep } from '../watch-step.ts';

/**
 * Sends a mail to the service's mail server, in the step `mail` of a run. `mailOf` creates it for each attempt, so that the run stores none
 * of its secrets; undefined: there is nothing left to send. Returns whether it was sent.
 */
export const sendInStep = (
  services: WorkflowServices,
  run: WorkflowRun,
  mailOf: (step: PartnerStep) => Promise<Mail | undefined>,
): Promise<boolean> => {
  const { begin, after } = watchStep(services);
  return run.partner('mail', { retry: longRetry, after }, async (step) => {
    const mail = await mailOf(step);
    if (!mail) return false;
    try {
      const watch = begin(step, { partner: 'SMTP', credentials: {}, prettify: ({ message }) => message });
      await watch.call('MAIL', () => services.mailer.send(mail));
    } catch (error) {
      if (isPartnerError(error) && !error.retryable) throw stepFailed(error.partnerCode, error.message);
      throw error;
    }
    return true;
  });
};
