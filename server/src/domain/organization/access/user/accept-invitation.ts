import type { Actor } from '../../../../auth/principal.ts';
import { machineSecretHashes } from '../../../../auth/secrets.ts';
import { type ActEnvironment, runAct } from '../../../../engine/run-act.ts';
import { encodeId } from '../../../../kit/ids.ts';
import { joinOrganization } from './actions/join-organization.ts';
import { findInvitation } from './store.ts';

export type Acceptance = {
  /** What the link holds. */
  token: string;
  /** Who is signed in. */
  accountId: string;
  requestId: string;
  sourceIp?: string;
};

/**
 * A signed-in person opens the link of an invitation: its user becomes ACTIVE and belongs to the account. Undefined for a
 * link that is wrong, used, replaced or older than seven days, and when the account has another address than the one that
 * was invited: nobody learns which. The same, and the invitation is withdrawn, when whoever made it could not make it now.
 */
export const acceptInvitation = async (
  environment: ActEnvironment,
  { token, accountId, ...request }: Acceptance,
): Promise<{ orgId: string; userId: string } | undefined> => {
  const hashes = machineSecretHashes(environment.secretKeys, token);
  const found = await environment.database.system((statements) => findInvitation(statements, hashes));
  if (!found) return undefined;
  const actor: Actor = { type: 'user', id: encodeId('user', found.id), name: found.email };
  const outcome = await runAct(
    environment,
    {
      ...request,
      orgId: found.org_id,
      actor,
      accountId,
      action: 'acceptInvitation',
      emits: ['user.joined', 'user.removed'],
    },
    (call) => joinOrganization(call, { userId: found.id, accountId, hashes }),
  );
  const joined = !outcome.replayed && outcome.reply;
  return joined ? { orgId: encodeId('org', found.org_id), userId: actor.id } : undefined;
};
