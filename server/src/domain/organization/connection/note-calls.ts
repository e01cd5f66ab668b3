import type { CallEnds } from '../../../adapters/call-health.ts';
import { withoutSecrets } from '../../../adapters/without-secrets.ts';
import { type ActEnvironment, runAct } from '../../../engine/run-act.ts';
import { decodeId } from '../../../kit/ids.ts';
import type { Log } from '../../../kit/log.ts';
import { openCredentials } from './access.ts';
import { healthEvents, recordCalls } from './actions/record-calls.ts';
import { newsOf, shownEnds } from './health.ts';
import { findConnection } from './store.ts';

type Noting = {
  environment: ActEnvironment;
  log: Log;
  orgId: string;
  requestId: string;
  prettify?: (error: { code: string; message: string }) => string;
};

/**
 * Records on a connection the results of calls made during a request. The request does not fail if this cannot be
 * recorded. The record is kept even if the request is refused.
 */
export const noteCalls = async (
  { environment, log, orgId, requestId, prettify = ({ message }) => message }: Noting,
  connectionId: string,
  ends: CallEnds,
): Promise<void> => {
  const id = decodeId('conn', connectionId);
  if (id === null || ends.size === 0) return;
  try {
    const account = await findConnection(environment.database.read(orgId), id);
    if (!account) return;
    const credentials = openCredentials(environment.secretKeys, account);
    const shown = shownEnds(ends, prettify, (text) => withoutSecrets(text, credentials));
    if (newsOf(account, shown).size === 0) return;
    const actor = { type: 'partner', id: account.partner, name: account.partner } as const;
    await runAct(environment, { orgId, actor, action: 'noteCalls', requestId, emits: healthEvents }, (call) =>
      recordCalls(call, { connectionId: id, ends: shown }),
    );
  } catch (error) {
    log.error({ err: error, requestId }, 'could not record the result of a partner call');
  }
};
