import { isStepFailed } from '../../engine/workflow.ts';
import type { PartnerSession } from '../services.ts';

const pace = { firstDelayMs: 200, factor: 2, maxDelayMs: 5000, giveUpAfterMs: 120_000 };

/**
 * Accepts an operation that a partner's customer requested, and waits for it to take effect, so that the next read
 * shows it. If it takes too long, the next reconciliation picks it up.
 */
export const acceptOperation = async (
  session: PartnerSession,
  step: string,
  { agreementId, operationId }: { agreementId: string; operationId: string },
): Promise<void> => {
  try {
    await session.waitFor(step, pace, async (marketplace, access) => {
      const hasEnded = await marketplace.answerOperation?.(access, { agreementId, operationId, accept: true });
      return hasEnded === false ? undefined : true;
    });
  } catch (error) {
    if (!isStepFailed(error) || !error.timedOut) throw error;
  }
};
