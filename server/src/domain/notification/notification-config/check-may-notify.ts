import type { Membership } from '../../../auth/principal.ts';
import { isSameDocument } from '../../../contract/reference/same-document.ts';
import { Refusal } from '../../../kit/errors.ts';
import { lackingOf, permissionOfEvent } from '../event/event-permissions.ts';
import { eventsOfScopes } from '../scope.ts';
import {
  type ChatAddresses,
  type ChatChannel,
  chatMember,
  type EmailRule,
  type NotificationConfig,
} from './notification-config.ts';

/** A configuration with the addresses of its chat channels, which are kept apart. */
type Whole = { document: NotificationConfig; addresses: ChatAddresses };

/** The ids of templates that have other words than before: what they are filled in with can be made to show to whoever wrote them. */
const reworded = (old: NotificationConfig, { templates }: NotificationConfig): ReadonlySet<string> => {
  const before = new Map(old.templates.map((template) => [template.id, template]));
  return new Set(
    templates.filter((template) => !isSameDocument(before.get(template.id) ?? {}, template)).map(({ id }) => id),
  );
};

/** The rules for mails that are in force and were not so before, or not in these words, each by its scope. */
const newMails = (old: NotificationConfig, changed: NotificationConfig): string[] => {
  const before = new Map(old.emailNotificationConfigs.map((rule) => [rule.scope, rule]));
  const words = reworded(old, changed);
  const isKnown = (rule: EmailRule): boolean =>
    isSameDocument(before.get(rule.scope) ?? {}, rule) && !words.has(rule.templateId ?? '');
  return changed.emailNotificationConfigs.filter((rule) => rule.enabled && !isKnown(rule)).map(({ scope }) => scope);
};

/** The chat channels that newly receive something, each with its scopes. */
const newChats = (old: Whole, { document, addresses }: Whole): (readonly string[])[] =>
  (Object.keys(chatMember) as ChatChannel[]).flatMap((channel) => {
    const [before, after] = [old.document[chatMember[channel]], document[chatMember[channel]]];
    const isSame = isSameDocument(before, after) && old.addresses[channel] === addresses[channel];
    return after.enabled && !isSame ? [after.scopes] : [];
  });

/**
 * Throws 403 if a change would notify people of something that the caller may not read (decisions 0150, 0181). Unchanged and removed rules
 * need no permission.
 */
export const checkMayNotify = (membership: Membership | undefined, old: Whole, changed: Whole): void => {
  const mails = newMails(old.document, changed.document);
  const events = [
    ...(mails.length === 0 ? [] : eventsOfScopes(mails)),
    ...newChats(old, changed).flatMap((scopes) => eventsOfScopes(scopes)),
  ];
  const lacking = lackingOf(membership, events.map(permissionOfEvent));
  if (lacking.length === 0) return;
  throw new Refusal('Forbidden', `Notifying people of this requires the permissions ${lacking.join(', ')}.`, {
    missing: lacking,
  });
};
