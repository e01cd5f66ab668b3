import { setImmediate as nextTurn } from 'node:timers/promises';
import type { z } from 'zod';
import type { ActCall, AskFirstCall } from '../../../../contract/call.ts';
import { recordsAround } from '../../../../contract/record-changes.ts';
import { isSameDocument } from '../../../../contract/reference/same-document.ts';
import { badRequest } from '../../../../kit/errors.ts';
import { changeExpiryNotice } from '../../../offer/actions/change-expiry-notice.ts';
import { loadExpiryNotice } from '../../../offer/actions/load-expiry-notice.ts';
import { templateFault } from '../../notice/template.ts';
import { openAddresses, sealAddresses } from '../addresses.ts';
import { addressesChangedBy, changedBy, configFaults, maskFaults, noticeChangedBy } from '../change-config.ts';
import { checkMayNotify } from '../check-may-notify.ts';
import { keepWebhook } from '../keep-webhook.ts';
import { withKeptWebhook } from '../kept-webhook.ts';
import { isMasked } from '../notification-config.ts';
import type { NotificationConfigChange } from '../schema.ts';
import { lockConfig, updateConfig } from '../store.ts';
import { viewConfig } from '../view.ts';

/** Reads templates before the transaction, and lets others have a turn after each: what is wrong with them is then known. */
const readTemplates = async ({ templates }: z.output<typeof NotificationConfigChange>): Promise<void> => {
  for (const template of (templates ?? []).flatMap(({ subject, text, html }) => [subject, text, html ?? ''])) {
    templateFault(template);
    await nextTurn();
  }
};

/**
 * Refuses addresses that the service does not call, by their text, and reads templates. What the names of addresses lead to
 * is checked at every call.
 */
export const checkAddresses = async (
  { gateway }: AskFirstCall,
  { body }: { body: z.output<typeof NotificationConfigChange> },
): Promise<void> => {
  await readTemplates(body);
  const addresses = {
    'slack.webhookUrl': body.slack?.webhookUrl,
    'microsoftTeams.webhookUrl': body.microsoftTeams?.webhookUrl,
    'webhook.url': body.webhook?.url,
  };
  const faults = Object.entries(addresses).flatMap(([path, address]) => {
    // The masked address of a chat channel is compared with the kept one, which was checked. That of the webhook is shown whole.
    const isShown = path !== 'webhook.url' && address && isMasked(address);
    const message = address && !isShown ? gateway.checkReceiver(address) : null;
    return message === null ? [] : [{ path, code: 'address', message }];
  });
  if (faults.length > 0) throw badRequest(faults);
};

/**
 * Changes who is notified of what. A member that is named replaces the old one, lists as a whole; null restores the
 * standard. All or nothing: 400 names every fault. Emits notification_config.updated.
 */
export const updateNotificationConfigInfo = async (
  call: ActCall,
  { body }: { body: z.output<typeof NotificationConfigChange> },
) => {
  const stored = await lockConfig(call.db, call.now);
  const old = { ...stored, document: await withKeptWebhook(call.db, stored.document) };
  call.checkVersion(old.version);
  const kept = openAddresses(call.secretKeys, call.orgId, old);
  const changed = changedBy(old.document, body);
  const faults = [...maskFaults(kept, body), ...configFaults(changed, body)];
  if (faults.length > 0) throw badRequest(faults);
  const addresses = addressesChangedBy(kept, body);
  checkMayNotify(call.membership, { document: old.document, addresses: kept }, { document: changed, addresses });
  const document = {
    ...changed,
    webhook: await keepWebhook(recordsAround(call), old.document.webhook, changed.webhook),
  };
  const oldNotice = await loadExpiryNotice(call.db);
  const notice = noticeChangedBy(oldNotice, body);
  const [before, after] = [viewConfig(old.document, oldNotice), viewConfig(document, notice)];
  if (isSameDocument(before, after) && isSameDocument(kept, addresses)) return after;
  const version = old.version + 1;
  await updateConfig(call.db, {
    document,
    channels_sealed: sealAddresses(call.secretKeys, call.orgId, addresses),
    last_update_time: call.now,
    version,
  });
  await changeExpiryNotice(call, notice);
  const events = ['notification_config.updated'] as const;
  call.recordChange({ type: 'config', id: 'notification', before, after, version, events });
  return after;
};
