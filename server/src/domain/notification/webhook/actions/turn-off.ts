import type { ActCall } from '../../../../contract/call.ts';
import { setDue } from '../../../../db/webhooks.ts';
import { scheduleDue } from '../../../../engine/due-store.ts';
import { type DisabledReason, discardKind, type Webhook } from '../webhook.ts';

/** What changes in a webhook that sends nothing more. Its waiting deliveries belong to an earlier epoch from now on. */
export const turnedOff = ({ now }: Pick<ActCall, 'now'>, { epoch }: Webhook, reason: DisabledReason) => ({
  enabled: false,
  disabled_reason: reason,
  disabled_time: now,
  epoch: epoch + 1,
});

/**
 * Has the waiting deliveries of earlier epochs canceled, some at a time, and none of them found before. The webhook's row has its new epoch.
 */
export const discardWaiting = async ({ db, orgId, now }: ActCall, { id }: Webhook): Promise<void> => {
  await setDue(db.raw, orgId, [id]);
  await scheduleDue(db, discardKind, id, now);
};
