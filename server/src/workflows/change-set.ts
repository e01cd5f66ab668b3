import type { ChangeRead, PartnerChange } from '../adapters/marketplace/changes.ts';
import { isPartnerError, partnerError } from '../adapters/partner-error.ts';
import type { PollOptions, StepFailed } from '../engine/workflow.ts';
import { isStepFailed, stepFailed } from '../engine/workflow.ts';
import { longRetry, type PartnerSession } from './services.ts';

const changeTimes = { firstDelayMs: 100, factor: 1.6, maxDelayMs: 5000, giveUpAfterMs: 24 * 3_600_000 };
/** A change that failed by the partner's own fault has changed nothing and is sent again under a new key. */
const triesMax = 4;

export type ChangeError = { code: string; message: string };
/** The partner's errors, in its own words and in readable ones, as an offer or a product shows them. */
export type ChangeRefusal = {
  errors: ChangeError[];
  errorMessages: string[];
  prettified: string[];
  /** For each error the key of what was refused, as in `made`; null where the partner does not say. */
  subjects: (string | null)[];
  /** What the stages before the refused one made and left behind at the partner. */
  made: Record<string, string>;
  /** How many stages the partner completed before the refused one. */
  stagesDone: number;
};
export type ChangeEnd = { made: Record<string, string> } | ChangeRefusal;

const refusalOf = (
  session: PartnerSession,
  refused: readonly (ChangeError & { of?: string })[],
  made: Readonly<Record<string, string>>,
): ChangeRefusal => {
  const errors = refused.map(({ code, message }) => ({ code, message }));
  const keys = new Map(Object.entries(made).map(([key, id]) => [id, key]));
  return {
    errors,
    errorMessages: errors.map(({ code, message }) => `${code}: ${message}`),
    prettified: errors.map(session.prettify),
    subjects: refused.map(({ of }) => (of === undefined ? null : (keys.get(of) ?? of))),
    made: {},
    stagesDone: 0,
  };
};

/** The failure of a run whose change was refused. */
export const changeFailed = ({ errors, prettified }: ChangeRefusal): StepFailed =>
  stepFailed(errors[0]?.code ?? 'Refused', prettified.join(' '), { errors });

/** The partner's errors on single fields, from an answer that refused the whole change. */
const errorsOf = (error: StepFailed): ChangeError[] => {
  const { code, message, info } = error.failure;
  const { message: said, details } = (info ?? {}) as { message?: string; details?: { fields?: unknown } };
  const fields = Array.isArray(details?.fields) ? (details.fields as Record<string, unknown>[]) : [];
  const named = fields.flatMap((field) => {
    const text = field.Message ?? field.message;
    const name = field.Field ?? field.name;
    return typeof text === 'string' ? [{ code, message: typeof name === 'string' ? `${name}: ${text}` : text }] : [];
  });
  return named.length > 0 ? named : [{ code, message: said ?? message }];
};

/** The change is in progress at the partner: failing to read it now says nothing about how it ends. */
const recheckCancellation = (error: unknown): never => {
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

/** How long to wait for the end, where that differs from the partner's other changes. */
export type ChangeWait = Partial<Pick<PollOptions, 'giveUpAt' | 'giveUpAfterMs' | 'maxDelayMs' | 'waiting'>>;

type Ended = Exclude<ChangeRead, { state: 'RUNNING' }>;

/**
 * Makes a change at the partner, stage by stage, and waits for its end. The steps are named after `what`. After a lost
 * answer a stage is repeated with the same key, so that it happens once.
 */
export const runChange = async (
  session: PartnerSession,
  what: string,
  change: PartnerChange,
  wait: ChangeWait = {},
): Promise<ChangeEnd> => {
  const made: Record<string, string> = {};
  for (let stage = 0; ; stage += 1) {
    const end = await runStage(
      { session, change, wait },
      stage === 0 ? what : `${what} stage ${stage + 1}`,
      stage,
      made,
    );
    if ('errors' in end) return { ...end, made, stagesDone: stage };
    Object.assign(made, end.made);
    if (!end.more) return { made };
  }
};

const runStage = async (
  { session, change, wait }: { session: PartnerSession; change: PartnerChange; wait: ChangeWait },
  what: string,
  stage: number,
  made: Readonly<Record<string, string>>,
): Promise<{ made: Record<string, string>; more: boolean } | ChangeRefusal> => {
  for (let attempt = 1; ; attempt += 1) {
    const suffix = attempt === 1 ? '' : ` ${attempt}`;
    let end: Ended;
    let more = false;
    try {
      const started = await session.ask(
        `${what}${suffix}`,
        async (marketplace, access, step) => {
          const { load } = session;
          const { key, attempt: tries } = step;
          const begun = await marketplace.startChange(access, change, { key, stage, made, attempt: tries, load });
          step.note({ changeId: begun.changeId });
          return begun;
        },
        { retry: longRetry },
      );
      more = started.more ?? false;
      end = await session.waitFor(
        `${what} done${suffix}`,
        { ...changeTimes, ...session.changePace, ...wait, retry: longRetry },
        async (marketplace, access) => {
          const read = await marketplace.readChange(access, started.changeId).catch(recheckCancellation);
          return read.state === 'RUNNING' ? undefined : read;
        },
      );
    } catch (error) {
      if (!isStepFailed(error) || error.timedOut || error.failure.info === undefined) throw error;
      return refusalOf(session, errorsOf(error), made);
    }
    if (end.state === 'DONE') return { made: end.entityIds, more };
    if (end.serverFault && attempt < triesMax) continue;
    return refusalOf(session, end.errors, made);
  }
};
