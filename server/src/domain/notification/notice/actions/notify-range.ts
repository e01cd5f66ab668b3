import { setImmediate as nextTurn } from 'node:timers/promises';
import type { ActCall } from '../../../../contract/call.ts';
import { readRange, writeRange } from '../../../../db/outbox.ts';
import { findOrganizationName } from '../../../../db/two-organizations.ts';
import { findDueTime, scheduleDue } from '../../../../engine/due-store.ts';
import { foldCase } from '../../../../kit/fold-case.ts';
import type { StoredEvent } from '../../event/event.ts';
import { findEventsBetween } from '../../event/store.ts';
import { type WrittenNotice, writeNotices } from '../../message/actions/write-notices.ts';
import { findUnsentRecipients } from '../../message/store.ts';
import { chatMember, type NotificationConfig } from '../../notification-config/notification-config.ts';
import { findConfig } from '../../notification-config/store.ts';
import type { NotificationEvent } from '../../notification-event/notification-event.ts';
import { insertNotificationEvents } from '../../notification-event/store.ts';
import { queueDeliveries } from '../../webhook/delivery/actions/queue-deliveries.ts';
import { digestKind, isDigestLate, lateDigest } from '../actions/send-digest.ts';
import { composeChat } from '../compose-chat.ts';
import { composeNotice } from '../compose-notice.ts';
import { describeEvent, isNotifiable } from '../describe-event.ts';
import { addDigestItems, type DigestItem } from '../digest-store.ts';
import { linkOf } from '../links.ts';
import { addressesOf, chatsOf, emailRuleOf } from '../rules.ts';
import { digestTime, sendTime } from '../send-time.ts';

/** Kind of the `due` row of events that were handed out together. Its entity is the range of their places. */
export const notifyKind = 'event.tell';

/** Events read at once, and messages written in one transaction, or a few more: an event is reported as a whole. */
const eventsAtOnce = 500;
const messagesAtOnce = 200;
/** And so many characters of messages: each is in its row, in its event and in the audit trail. */
const charsAtOnce = 500_000;

/** What the messages of one transaction have in common. */
type NoticeContext = { config: NotificationConfig; organization: string; isLate: boolean };

type Reached = { channels: NotificationEvent['channels']; notices: WrittenNotice[]; digest: DigestItem[] };

/** What is pressing is not held back: CRITICAL goes out at night, and in no digest. */
const isHeld = ({ priority }: NotificationEvent): boolean => priority !== 'CRITICAL';

const mailsOf = (call: ActCall, { config, organization, isLate }: NoticeContext, event: NotificationEvent): Reached => {
  const rule = emailRuleOf(config, event);
  const { to, cc, bcc } = rule ? addressesOf(rule) : { to: [], cc: [], bcc: [] };
  // Without a direct receiver, cc gets the mail; each bcc receiver gets one that names nobody else.
  const [first, ...others] = to.length > 0 ? to : cc.length > 0 ? cc.splice(0, 1) : bcc.splice(0);
  if (rule === undefined || first === undefined) return { channels: [], notices: [], digest: [] };
  if (isLate || (config.digest.mode !== 'OFF' && isHeld(event))) {
    const item = (recipient: string) => ({ recipient_key: foldCase(recipient), recipient, event_id: event.id });
    return { channels: ['EMAIL'], notices: [], digest: [first, ...others, ...cc, ...bcc].map(item) };
  }
  const template = config.templates.find(({ id }) => id === rule.templateId);
  const mail = composeNotice({ event, link: linkOf(call, event.entity_id), organization }, template);
  const time = isHeld(event) ? sendTime(config, call.now) : call.now;
  const about = {
    action: event.action as WrittenNotice['action'],
    entityType: event.entity_type,
    entityId: event.entity_id,
  };
  const tells = { eventId: event.id, rule: `EMAIL ${rule.scope}` };
  const noticeTo = (recipient: string): WrittenNotice => ({
    ...{ channel: 'EMAIL', ...about, recipient, ...mail, tells },
    sendTime: time,
  });
  return { channels: ['EMAIL'], notices: [{ ...noticeTo(first), cc, bcc }, ...others.map(noticeTo)], digest: [] };
};

const chatMessagesOf = (call: ActCall, { config, organization }: NoticeContext, event: NotificationEvent): Reached => {
  const shown = composeChat({ event, link: linkOf(call, event.entity_id), organization });
  const notices = chatsOf(config, event).flatMap((channel): WrittenNotice[] => {
    const recipient = config[chatMember[channel]].webhookUrl;
    if (recipient === undefined) return [];
    return [
      {
        channel,
        action: event.action as WrittenNotice['action'],
        entityType: event.entity_type,
        entityId: event.entity_id,
        recipient,
        ...shown,
        tells: { eventId: event.id, rule: channel },
        sendTime: isHeld(event) ? sendTime(config, call.now) : call.now,
      },
    ];
  });
  return { channels: notices.map(({ channel }) => channel), notices, digest: [] };
};

/** What a mail would have told that may not be written today: the events wait for a digest, which is one mail for all of them. */
const waitingOf = ({ recipient, cc = [], bcc = [], tells }: WrittenNotice): DigestItem[] =>
  tells === undefined
    ? []
    : [recipient, ...cc, ...bcc].map((one) => ({
        recipient_key: foldCase(one),
        recipient: one,
        event_id: tells.eventId,
      }));

/** The same for the mails that a webhook's switching off would have sent to the leaders. */
const leadersWaitingFor = async (
  { db }: ActCall,
  { id, name, entity_id, payload }: StoredEvent,
): Promise<DigestItem[]> => {
  const time = payload.disabledTime;
  if (name !== 'webhook.disabled' || typeof time !== 'string') return [];
  const unsent = await findUnsentRecipients(db, { entityId: entity_id, time: new Date(time) });
  return unsent.map((recipient) => ({ recipient_key: foldCase(recipient), recipient, event_id: id }));
};

const charsOf = ({ subject, text, html }: WrittenNotice): number => subject.length + text.length + html.length;

type Waits = { isLate: boolean; isPressing: boolean; waits: boolean; isPutOff: boolean };

/** When what waits is told: what is CRITICAL does not wait for the hour, but for its turn. */
const scheduleDigest = async (
  { db, orgId, now }: ActCall,
  config: NotificationConfig,
  { isLate, isPressing, waits, isPutOff }: Waits,
): Promise<void> => {
  if (isPressing) return scheduleDue(db, digestKind, lateDigest, now);
  if (isLate) return;
  if (isPutOff) return scheduleDue(db, digestKind, lateDigest, digestTime(config, now));
  if (waits && (await findDueTime(db, digestKind, orgId)) === null)
    await scheduleDue(db, digestKind, orgId, digestTime(config, now));
};

/**
 * Reports a range of the organization's events: queues them for webhooks, stores those of interest to people, and writes the messages that
 * the rules require, all in one transaction, so that each event is reported once. Events that do not fit follow in the next transaction.
 */
export const notifyRange = async (call: ActCall, { entityId }: { entityId: string }): Promise<void> => {
  const { first, last } = readRange(entityId);
  const read = await findEventsBetween(call.db, { first, last }, eventsAtOnce);
  const { document: config } = await findConfig(call.db);
  const isLate = await isDigestLate(call.db);
  const context: NoticeContext = { config, organization: await findOrganizationName(call.db), isLate };
  const notices: WrittenNotice[] = [];
  const digest: DigestItem[] = [];
  const putOff: DigestItem[] = [];
  let isPressing = false;
  const events: NotificationEvent[] = [];
  let reached = read.reached;
  let chars = 0;
  for (const stored of read.events) {
    if (notices.length + digest.length >= messagesAtOnce || chars >= charsAtOnce) {
      reached = stored.sequence - 1;
      break;
    }
    const event = describeEvent(stored);
    if (!isNotifiable(event)) continue;
    const mails = mailsOf(call, context, event);
    isPressing ||= isLate && !isHeld(event) && mails.digest.length > 0;
    putOff.push(...(await leadersWaitingFor(call, stored)));
    const all = [mails, chatMessagesOf(call, context, event)];
    events.push({ ...event, channels: all.flatMap(({ channels }) => channels) });
    notices.push(...all.flatMap((one) => one.notices));
    digest.push(...all.flatMap((one) => one.digest));
    chars += all.flatMap((one) => one.notices).reduce((sum, notice) => sum + charsOf(notice), 0);
    // A template of somebody's own takes milliseconds to read and to fill in: others have a turn.
    if (all.some((one) => one.notices.length > 0)) await nextTurn();
  }
  await queueDeliveries(
    call,
    read.events.filter(({ sequence }) => sequence <= reached),
  );
  await insertNotificationEvents(call.db, events);
  const unsent = await writeNotices(call, notices);
  putOff.push(...unsent.flatMap(waitingOf));
  await addDigestItems(call.db, [...digest, ...putOff]);
  await scheduleDigest(call, config, { isLate, isPressing, waits: digest.length > 0, isPutOff: putOff.length > 0 });
  if (reached < last) await scheduleDue(call.db, notifyKind, writeRange({ first: reached + 1, last }), new Date(0));
};
