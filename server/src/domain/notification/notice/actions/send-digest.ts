import type { ActCall } from '../../../../contract/call.ts';
import { findOrganizationName } from '../../../../db/two-organizations.ts';
import { scheduleDue } from '../../../../engine/due-store.ts';
import { countMailsLeft } from '../../../organization/actions/check-mails-left.ts';
import { writeNotices } from '../../message/actions/write-notices.ts';
import { findNotificationEvents } from '../../notification-event/store.ts';
import { composeDigest, digestLines } from '../compose-notice.ts';
import { findDigestReceiver, takeDigestItems } from '../digest-store.ts';
import { linkOf } from '../links.ts';

/** Kind of the `due` row of an organization's next digest. Its entity is the organization's UUID. */
export const digestKind = 'notification.digest';

/** Digests written in one transaction. */
const receiversAtOnce = 50;

/** After which it is looked again whether the organization may write mails. */
const pauseMs = 3_600_000;

/**
 * Writes one mail to each receiver that events wait for. What exceeds what the organization may write within 24 hours waits on. Emits
 * message.created.
 */
export const sendDigests = async (call: ActCall): Promise<void> => {
  const organization = await findOrganizationName(call.db);
  const { left } = await countMailsLeft(call);
  for (let done = 0; done < receiversAtOnce; done += 1) {
    const receiver = await findDigestReceiver(call.db);
    if (!receiver) return;
    if (done >= left) return scheduleDue(call.db, digestKind, call.orgId, new Date(call.now.getTime() + pauseMs));
    const ids = await takeDigestItems(call.db, receiver.recipient_key, digestLines);
    const events = await findNotificationEvents(call.db, ids);
    const lines = events.map((event) => ({ event, link: linkOf(call, event.entity_id) }));
    const mail = composeDigest(organization, lines, receiver.count);
    await writeNotices(call, [
      {
        channel: 'EMAIL',
        action: 'NOTIFY',
        recipient: receiver.recipient,
        ...mail,
        entityType: 'ORGANIZATION',
        entityId: '',
      },
    ]);
  }
  // Later than the row in hand, which is removed when this returns.
  await scheduleDue(call.db, digestKind, call.orgId, new Date(call.now.getTime() + 1));
};
