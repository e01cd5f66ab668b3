import { type ActEnvironment, runAct } from '../../../../engine/run-act.ts';
import { encodeId } from '../../../../kit/ids.ts';
import { findActivities, takeActivity } from './store.ts';

const atOnce = 100;

/**
 * Copies users' changes of their accounts into the audit trails of their organizations, each once. Returns whether
 * there may be more.
 */
export const recordActivities = async (environment: ActEnvironment): Promise<boolean> => {
  const found = await environment.database.system((statements) => findActivities(statements, atOnce));
  for (const { org_id: orgId, id, what, ...activity } of found) {
    const user = encodeId('user', activity.membership_id);
    const request = {
      orgId,
      actor: { type: 'user', id: user, name: activity.actor_name },
      action: 'changeAccount',
      requestId: activity.request_id,
      sourceIp: activity.source_ip,
      emits: [],
    } as const;
    await runAct(environment, request, async (call) => {
      if (!(await takeActivity(call.db, id))) return;
      call.recordChange({ type: 'user', id: user, before: null, after: { accountChange: what } });
    });
  }
  return found.length === atOnce;
};
