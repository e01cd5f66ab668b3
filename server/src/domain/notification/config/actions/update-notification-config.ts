import type { z } from 'zod';
import type { ActCall } from '../../../../contract/call.ts';
import { isSameDocument } from '../../../../contract/reference/same-document.ts';
import { badRequest } from '../../../../kit/errors.ts';
import { addressesChangedBy, changedBy, configFaults } from '../change-config.ts';
import { spreadExpireSoonDays } from '../expire-soon.ts';
import type { NotificationConfigChange } from '../schema.ts';
import { lockConfig, openAddresses, sealAddresses, updateConfig } from '../store.ts';
import { viewConfig } from '../view.ts';

/**
 * Changes who is told of what. A member that is named replaces the old one, lists as a whole; null restores the
 * standard. All or nothing: 400 names every fault. Emits notification_config.updated.
 */
export const updateNotificationConfigInfo = async (
  call: ActCall,
  { body }: { body: z.output<typeof NotificationConfigChange> },
) => {
  const old = await lockConfig(call.db, call.now);
  call.checkVersion(old.version);
  const document = changedBy(old.document, body);
  const faults = configFaults(document);
  if (faults.length > 0) throw badRequest(faults);
  const kept = openAddresses(call.secretKeys, call.orgId, old);
  const addresses = addressesChangedBy(kept, body);
  if (isSameDocument(old.document, document) && isSameDocument(kept, addresses)) return viewConfig(document);
  const version = old.version + 1;
  await updateConfig(call.db, {
    document,
    channels_sealed: sealAddresses(call.secretKeys, call.orgId, addresses),
    last_update_time: call.now,
    version,
  });
  if (document.daysToExpireSoonOfferWorkflowNotification !== old.document.daysToExpireSoonOfferWorkflowNotification)
    await spreadExpireSoonDays(call);
  call.recordChange({
    type: 'config',
    id: 'notification',
    before: old.document,
    after: document,
    version,
    events: ['notification_config.updated'],
  });
  return viewConfig(document);
};
