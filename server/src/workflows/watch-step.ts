import { type CallWatch, createCallWatch, withoutSecrets } from '../adapters/call-health.ts';
import { healthEvents, recordCalls } from '../domain/organization/connection/actions/record-calls.ts';
import type { Connection } from '../domain/organization/connection/connection.ts';
import { newsOf, shownEnds } from '../domain/organization/connection/health.ts';
import type { Aside } from '../engine/workflow.ts';
import type { Metrics } from '../kit/metrics.ts';

/** Whose calls an attempt makes. Without `connection` the calls are counted and nothing shows how they went. */
export type Watched = {
  partner: string;
  connection?: Pick<Connection, 'id' | 'failing'> | undefined;
  credentials: Readonly<Record<string, string>>;
  prettify: (error: { code: string; message: string }) => string;
};

export type StepWatch = {
  /** At the beginning of an attempt: watches its calls. */
  begin(watched: Watched): CallWatch;
  /** For the step's options: what an attempt has shown of the account, when that is news. */
  after(error: unknown): Aside | null;
};

/**
 * Watches the calls of one step. An account shows with the first failed call that it fails, long before the step has been tried
 * for the last time, also when what the call was for deals with the failure itself.
 */
export const watchStep = ({ metrics }: { metrics: Pick<Metrics, 'observePartnerCall'> }): StepWatch => {
  let attempt: { watch: CallWatch; watched: Watched } | undefined;
  return {
    begin: (watched) => {
      const watch = createCallWatch(watched.partner, metrics);
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
