import type { ActCall } from '../../../../contract/call.ts';
import { scheduleDue } from '../../../../engine/due-store.ts';
import { requireFound } from '../../../../kit/errors.ts';
import { recheckMembership } from '../../../organization/access/actions/recheck-membership.ts';
import { changeWebhook } from '../change.ts';
import { newSigningSecret, sealForWebhook } from '../secret.ts';
import { showWebhook } from '../show-webhook.ts';
import { lockWebhook } from '../store.ts';
import { forgetSecretKind, rotationMs } from '../webhook.ts';

/** Sets a new secret, returned only this once. The present one signs beside it for 24 hours; one before that no longer does. */
export const rotateWebhookSecret = async (call: ActCall, { params }: { params: { webhookId: string } }) => {
  const old = requireFound(await lockWebhook(call.db, params.webhookId), 'webhook');
  call.checkVersion(old.version);
  await recheckMembership(call);
  const secret = newSigningSecret();
  const until = new Date(call.now.getTime() + rotationMs);
  const { row } = await changeWebhook(
    call,
    old,
    {
      secret_sealed: sealForWebhook(call.secretKeys, old.id, secret),
      previous_secret_sealed: old.secret_sealed,
      previous_secret_until: until,
    },
    'webhook.secret_rotated',
  );
  await scheduleDue(call.db, forgetSecretKind, row.id, until);
  return { ...(await showWebhook(call, row)), secret };
};

/** Erases a replaced secret when its time is over. */
export const forgetPreviousSecret = async (call: ActCall, { entityId }: { entityId: string }): Promise<void> => {
  const old = await lockWebhook(call.db, entityId);
  if (!old || old.previous_secret_until === null || old.previous_secret_until > call.now) return;
  await changeWebhook(call, old, { previous_secret_sealed: null, previous_secret_until: null });
};
