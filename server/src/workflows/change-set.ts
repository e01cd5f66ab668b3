import type { ChangeRead, Marketplace, MarketplaceAccess } from '../adapters/marketplace/port.ts';
import { isPartnerError, partnerError } from '../adapters/partner-error.ts';
import type { StepFailed } from '../engine/workflow.ts';
import { isStepFailed } from '../engine/workflow.ts';
import { patient, type Talk } from './services.ts';

const changeTimes = { firstDelayMs: 100, factor: 1.6, maxDelayMs: 5000, giveUpAfterMs: 24 * 3_600_000 };
/** A set that failed by a fault of the partner's own has changed nothing and is sent anew, under a new key. */
const triesMax = 4;

export type ChangeError = { code: string; message: string };
export type ChangeEnd = { entityIds: Record<string, string> } | { errors: ChangeError[]; prettified: string[] };

/** The partner's words on single fields, of an answer that refused the whole. */
const errorsOf = (error: StepFailed): ChangeError[] => {
  const { code, message, info } = error.failure;
  const { message: said, details } = (info ?? {}) as { message?: string; details?: { fields?: unknown } };
  const fields = Array.isArray(details?.fields) ? (details.fields as Record<string, unknown>[]) : [];
  const told = fields.flatMap((field) => {
    const text = field.Message ?? field.message;
    const name = field.Field ?? field.name;
    return typeof text === 'string' ? [{ code, message: typeof name === 'string' ? `${name}: ${text}` : text }] : [];
  });
  return told.length > 0 ? told : [{ code, message: said ?? message }];
};

/** The change is under way there: that it may not be looked at now says nothing about its end. */
const lookAgain = (error: unknown): never => {
  if (!isPartnerError(error) || error.retryable) throw error;
  const { partner, outcome, partnerCode, httpStatus, requestId, details } = error;
  throw partnerError(error.message, {
    partner,
    outcome,
    partnerCode,
    httpStatus,
    requestId,
    details,
    retryable: true,
    cause: error,
  });
};

/**
 * Starts a change at the partner and waits for its end. The steps are named after `what`. A lost answer is asked for again
 * with the same key, so that the change happens once.
 */
export const runChange = async (
  talk: Talk,
  what: string,
  start: (marketplace: Marketplace, access: MarketplaceAccess, key: string) => Promise<{ changeId: string }>,
  prettify: (error: ChangeError) => string,
): Promise<ChangeEnd> => {
  for (let attempt = 1; ; attempt += 1) {
    const suffix = attempt === 1 ? '' : ` ${attempt}`;
    let end: Exclude<ChangeRead, { state: 'RUNNING' }>;
    try {
      const { changeId } = await talk.ask(
        `${what}${suffix}`,
        async (marketplace, access, step) => {
          const started = await start(marketplace, access, step.key);
          step.note({ changeId: started.changeId });
          return started;
        },
        { retry: patient },
      );
      end = await talk.waitFor(
        `${what} done${suffix}`,
        { ...changeTimes, retry: patient },
        async (marketplace, access) => {
          const read = await marketplace.readChange(access, changeId).catch(lookAgain);
          return read.state === 'RUNNING' ? undefined : read;
        },
      );
    } catch (error) {
      if (!isStepFailed(error) || error.timedOut || error.failure.info === undefined) throw error;
      const errors = errorsOf(error);
      return { errors, prettified: errors.map(prettify) };
    }
    if (end.state === 'DONE') return { entityIds: end.entityIds };
    if (end.serverFault && attempt < triesMax) continue;
    return { errors: end.errors, prettified: end.errors.map(prettify) };
  }
};
