import type { z } from 'zod';
import type { ActCall } from '../../../../contract/call.ts';
import { findOrganizationName } from '../../../../db/two-organizations.ts';
import { badRequest } from '../../../../kit/errors.ts';
import { decodeId } from '../../../../kit/ids.ts';
import { checkMailsLeft } from '../../../organization/actions/check-mails-left.ts';
import { findPeople } from '../../../organization/actions/find-people.ts';
import { type WrittenNotice, writeMessages } from '../../message/actions/write-notices.ts';
import { findMessages } from '../../message/store.ts';
import { viewMessage } from '../../message/view.ts';
import { composeChat } from '../../notice/compose-chat.ts';
import { composeNotice } from '../../notice/compose-notice.ts';
import { linkOf } from '../../notice/links.ts';
import { sampleOf } from '../../notice/sample.ts';
import { chatChannels, chatMember, type NotificationConfig } from '../notification-config.ts';
import { checkScope, findTemplate } from '../reads.ts';
import type { TestNotification } from '../schema.ts';
import { findConfig } from '../store.ts';

type Body = z.output<typeof TestNotification>;

const refuse = (path: string, code: string, message: string): never => {
  throw badRequest([{ path, code, message }]);
};

/** The addresses that are given, or the caller's own. */
const receiversOf = async ({ db, actor }: ActCall, { toEmails }: Body): Promise<string[]> => {
  if (toEmails?.length) return [...new Set(toEmails)];
  const userId = decodeId('user', actor.id);
  const email = userId === null ? undefined : (await findPeople(db, [userId])).get(userId)?.email;
  return email === undefined
    ? refuse('toEmails', 'required', 'is required, because the caller is a program and has no address')
    : [email];
};

const chatAddress = (config: NotificationConfig, channel: (typeof chatChannels)[number]): string => {
  const member = chatMember[channel];
  return (
    config[member].webhookUrl ??
    refuse('channel', 'not_configured', `${channel} has no address; set ${member}.webhookUrl first`)
  );
};

const standardScope = 'TEST.ORGANIZATION';

/** Sends a sample through one channel, whether or not it is enabled. Emits message.created. */
export const testNotification = async (call: ActCall, { body }: { body: Body }) => {
  const { document } = await findConfig(call.db);
  const scope = body.scope || standardScope;
  checkScope(scope);
  const event = await sampleOf(call, scope);
  const organization = await findOrganizationName(call.db);
  const notice = { event, link: linkOf(call, event.entity_id), organization };
  const about = { action: 'TEST', entityType: event.entity_type, entityId: event.entity_id } as const;
  const channel = chatChannels.find((known) => known === body.channel);
  const notices: WrittenNotice[] = [];
  if (channel) {
    const recipient = chatAddress(document, channel);
    notices.push({ channel, ...about, recipient, ...composeChat(notice) });
  } else if (body.channel === 'EMAIL') {
    const mail = composeNotice(notice, findTemplate(document, scope, body.templateId));
    const receivers = await receiversOf(call, body);
    notices.push(...receivers.map((recipient) => ({ channel: 'EMAIL' as const, ...about, recipient, ...mail })));
  } else
    refuse('channel', 'choice', 'must be EMAIL, SLACK or MICROSOFT_TEAMS; a webhook is tested at its own endpoint');
  if (!channel) await checkMailsLeft(call, notices.length);
  const ids = await writeMessages(call, notices);
  return (await findMessages(call.db, ids)).map((message) => viewMessage(call.orgId, message));
};
