import { type CallWatch, createCallWatch } from '../adapters/call-health.ts';
import { withoutSecrets } from '../adapters/without-secrets.ts';
import { healthEvents, recordCalls } from '../domain/organization/connection/actions/record-calls.ts';
import type { Connection } from '../domain/organization/connection/connection.ts';
import { newsOf, shownEnds } from '../domain/organization/connection/health.ts';
import type { Aside, PartnerStep } from '../engine/workflow.ts';
import type { Metrics } from '../kit/metrics.ts';

/** Whose calls an attempt makes. Without `connection` the calls are only counted. */
export type Watched = {
  partner: string;
  connection?: Pick<Connection, 'id' | 'failing'> | undefined;
  credentials: Readonly<Record<string, string>>;
  prettify: (error: { code: string; message: string }) => string;
};

export type StepWatch = {
  /** Starts watching the calls of an attempt. */
  begin(step: Pick<PartnerStep, 'slowDown'>, watched: Watched): CallWatch;
  /** For the step's options: the health of the account after an attempt, if it has changed. */
  after(error: unknown): Aside | null;
};

/**
 * Watches the calls of one step. The first failed call already marks an account as failing, long before the step gives
 * up, and even if the code that made the call handles the failure itself.
 */
export const watchStep = ({ metrics }: { metrics: Pick<Metrics, 'observePartnerCall'> }): StepWatch => {
  let attempt: { watch: CallWatch; watched: Watched } | undefined;
  return {
    begin: (step, watched) => {
      const watch = createCallWatch({ ...watched, metrics, slowDown: step.slowDown });
      attempt = { watch, watched };
      return watch;
    },
    after: (error) => {
      if (!attempt) return null;
      const { watch, watched } = attempt;
      const { connection, credentials, prettify } = watched;
      attempt = undefined;
      if (error !== null) watch.giveUp(error);
      if (!connection) return null;
      const ends = shownEnds(watch.ends(), prettify, (text) => withoutSecrets(text, credentials));
      if (newsOf(connection, ends).size === 0) return null;
      return { emits: healthEvents, act: (call) => recordCalls(call, { connectionId: connection.id, ends }) };
    },
  };
};
