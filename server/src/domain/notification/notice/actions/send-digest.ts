import type { ActCall } from '../../../../contract/call.ts';
import type { OrgDb } from '../../../../db/org-db.ts';
import { findOrganizationName } from '../../../../db/two-organizations.ts';
import { cancelDue, findDueTime, scheduleDue } from '../../../../engine/due-store.ts';
import { countMailsLeft } from '../../../organization/actions/check-mails-left.ts';
import { writeNotices } from '../../message/actions/write-notices.ts';
import { findConfig } from '../../notification-config/store.ts';
import { findNotificationEvents } from '../../notification-event/store.ts';
import { composeDigest, digestLines } from '../compose-notice.ts';
import { findDigestReceivers, hasDigestItems, takeDigestItems } from '../digest-store.ts';
import { linkOf } from '../links.ts';
import { sendTime } from '../send-time.ts';

/** Kind of the `due` rows of an organization's next digest. The entity is the organization's UUID, or `lateDigest`. */
export const digestKind = 'notification.digest';

/** The entity of the row that exists while events wait because no more mails may be written. */
export const lateDigest = 'late';

/** While it is, all that is told by mail joins what waits: otherwise new notices would use up what may be written, and the digest would wait on. */
export const isDigestLate = async (db: OrgDb): Promise<boolean> =>
  (await findDueTime(db, digestKind, lateDigest)) !== null;

/** Digests written in one transaction. */
const receiversAtOnce = 50;

/** After which it is looked again whether the organization may write mails. */
const pauseMs = 3_600_000;

/**
 * Writes one mail to each receiver that events wait for, who has waited longest first. What exceeds what the organization may write within
 * 24 hours waits on. In quiet hours only those for whom a CRITICAL event waits get theirs, unless it is the hour that the organization has
 * named. Emits message.created.
 */
export const sendDigests = async (call: ActCall, { entityId }: { entityId: string }): Promise<void> => {
  const { db, now } = call;
  const organization = await findOrganizationName(db);
  const { document: config } = await findConfig(db);
  const isNamedHour = config.digest.mode === 'DAILY' && entityId !== lateDigest;
  const quietUntil = isNamedHour ? now : sendTime(config, now);
  const isQuiet = quietUntil > now;
  const { left } = await countMailsLeft(call);
  const receivers = await findDigestReceivers(db, receiversAtOnce, { onlyCritical: isQuiet });
  for (const { recipient_key: key, recipient } of receivers.slice(0, left)) {
    const { ids, count } = await takeDigestItems(db, key, digestLines);
    const events = await findNotificationEvents(db, ids);
    const lines = events.map((event) => ({ event, link: linkOf(call, event.entity_id) }));
    const mail = composeDigest(organization, lines, count);
    await writeNotices(call, [
      { channel: 'EMAIL', action: 'NOTIFY', recipient, ...mail, entityType: 'ORGANIZATION', entityId: '' },
    ]);
  }
  if (receivers.length > left) return scheduleDue(db, digestKind, lateDigest, new Date(now.getTime() + pauseMs));
  // Later than the row in hand, which is removed when this returns.
  if (receivers.length === receiversAtOnce) return scheduleDue(db, digestKind, entityId, new Date(now.getTime() + 1));
  if (isQuiet && (await hasDigestItems(db))) return scheduleDue(db, digestKind, entityId, quietUntil);
  if (entityId !== lateDigest) await cancelDue(db, digestKind, lateDigest);
};
