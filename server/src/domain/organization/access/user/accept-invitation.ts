import type { Actor } from '../../../../auth/principal.ts';
import { machineSecretHashes } from '../../../../auth/secrets.ts';
import { type ActEnvironment, runAct } from '../../../../engine/run-act.ts';
import { encodeId } from '../../../../kit/ids.ts';
import { joinOrganization } from './actions/join-organization.ts';
import { findInvitation } from './store.ts';

export type Acceptance = {
  /** The token in the link. */
  token: string;
  /** The signed-in account. */
  accountId: string;
  requestId: string;
  sourceIp?: string;
};

/**
 * Accepts an invitation when a signed-in person opens its link: the user becomes ACTIVE and is linked to the account.
 * Returns undefined if the link is wrong, used, replaced or older than seven days, or if the account has a different
 * address than the invitation; the caller cannot tell which. Also returns undefined, and withdraws the invitation, if
 * the inviter is no longer allowed to make it.
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
