import { foldCase } from '../../../kit/fold-case.ts';
import {
  type ChatChannel,
  chatMember,
  type EmailRule,
  type NotificationConfig,
} from '../notification-config/notification-config.ts';
import { isPressing, type NotificationEvent, scopeOf } from '../notification-event/notification-event.ts';

/** The scope of an offer that its buyer can accept now. */
const offerReady = 'PENDING_ACCEPTANCE.OFFER';

/** The rule that names the event's scope, unless it is switched off. */
export const emailRuleOf = (config: NotificationConfig, event: NotificationEvent): EmailRule | undefined => {
  const scope = scopeOf(event);
  if (scope === offerReady && config.disableOfferReadyNotification) return undefined;
  return config.emailNotificationConfigs.find((rule) => rule.enabled && rule.scope === scope);
};

const isNamed = (scopes: readonly string[], event: NotificationEvent): boolean =>
  scopes.length === 0 ? isPressing(event) : scopes.includes(scopeOf(event));

/** The chat channels that receive the event: by its scope, or urgent events if they name no scope. */
export const chatsOf = (config: NotificationConfig, event: NotificationEvent): ChatChannel[] =>
  (Object.keys(chatMember) as ChatChannel[]).filter((channel) => {
    const { enabled, scopes } = config[chatMember[channel]];
    return enabled && isNamed(scopes, event);
  });

/** The addresses of a rule, each of them once and in the first list that has it. */
export const addressesOf = ({
  toEmails,
  ccEmails,
  bccEmails,
}: EmailRule): { to: string[]; cc: string[]; bcc: string[] } => {
  const seen = new Set<string>();
  const fresh = (addresses: readonly string[]): string[] =>
    addresses.filter((address) => {
      const key = foldCase(address);
      if (seen.has(key)) return false;
      seen.add(key);
      return true;
    });
  return { to: fresh(toEmails), cc: fresh(ccEmails), bcc: fresh(bccEmails) };
};
