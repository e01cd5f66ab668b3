import type { z } from 'zod';
import type { Fault } from '../../../kit/errors.ts';
import { type ExpiryNotice, standardNotice } from '../../offer/expiry-notice/expiry-notice.ts';
import { templateFault } from '../notice/template.ts';
import { isScope } from '../scope.ts';
import {
  type ChatAddresses,
  type ChatChannel,
  type ChatRule,
  chatMember,
  type EmailRule,
  isMasked,
  type MailTemplate,
  maskAddress,
  type NotificationConfig,
  standardConfig,
} from './notification-config.ts';
import type { NotificationConfigChange } from './schema.ts';

type Change = z.output<typeof NotificationConfigChange>;

/** Absent: as before; null: the standard. */
const given = <T>(value: T | null | undefined, before: T, standard: T): T =>
  value === undefined ? before : (value ?? standard);

const ruleOf = (rule: NonNullable<Change['emailNotificationConfigs']>[number]): EmailRule => ({
  scope: rule.scope,
  enabled: rule.enabled ?? true,
  toEmails: rule.toEmails ?? [],
  ccEmails: rule.ccEmails ?? [],
  bccEmails: rule.bccEmails ?? [],
  ...(rule.templateId ? { templateId: rule.templateId } : {}),
});

const templateOf = ({ id, name, subject, text, html }: NonNullable<Change['templates']>[number]): MailTemplate => ({
  id,
  name: name || id,
  subject,
  text,
  ...(html ? { html } : {}),
});

const chatOf = (change: Change[(typeof chatMember)[ChatChannel]], old: ChatRule): ChatRule => {
  if (change === null) return { enabled: false, scopes: [] };
  const url = change?.webhookUrl;
  const shown = url === undefined || url === old.webhookUrl ? old.webhookUrl : url ? maskAddress(url) : undefined;
  return {
    enabled: given(change?.enabled, old.enabled, false),
    ...(shown === undefined ? {} : { webhookUrl: shown }),
    scopes: given(change?.scopes, old.scopes, []),
  };
};

const webhookOf = (change: Change['webhook'], old: NotificationConfig['webhook']): NotificationConfig['webhook'] => {
  if (change === null) return { ...standardConfig.webhook, ...(old.webhookId && { webhookId: old.webhookId }) };
  const url = change?.url === undefined ? old.url : change.url || undefined;
  return {
    enabled: given(change?.enabled, old.enabled, false),
    ...(url === undefined ? {} : { url }),
    scopes: given(change?.scopes, old.scopes, []),
    ...(old.webhookId === undefined ? {} : { webhookId: old.webhookId }),
  };
};

/** The configuration after a change: a member that is named replaces the old one, and null restores the standard. */
export const changedBy = (old: NotificationConfig, change: Change): NotificationConfig => {
  const standard = standardConfig;
  return {
    emailNotificationConfigs:
      change.emailNotificationConfigs === undefined
        ? old.emailNotificationConfigs
        : (change.emailNotificationConfigs ?? []).map(ruleOf),
    slack: chatOf(change.slack, old.slack),
    microsoftTeams: chatOf(change.microsoftTeams, old.microsoftTeams),
    webhook: webhookOf(change.webhook, old.webhook),
    disableOfferReadyNotification: given(
      change.disableOfferReadyNotification,
      old.disableOfferReadyNotification,
      standard.disableOfferReadyNotification,
    ),
    templates: change.templates === undefined ? old.templates : (change.templates ?? []).map(templateOf),
    digest: {
      mode: given(change.digest === null ? null : change.digest?.mode, old.digest.mode, standard.digest.mode),
      hour: given(change.digest === null ? null : change.digest?.hour, old.digest.hour, standard.digest.hour),
    },
    quietHours:
      change.quietHours === null
        ? standard.quietHours
        : {
            enabled: given(change.quietHours?.enabled, old.quietHours.enabled, standard.quietHours.enabled),
            start: given(change.quietHours?.start, old.quietHours.start, standard.quietHours.start),
            end: given(change.quietHours?.end, old.quietHours.end, standard.quietHours.end),
          },
    timeZone: given(change.timeZone || (change.timeZone === '' ? null : change.timeZone), old.timeZone, 'UTC'),
  };
};

/** When last instants are announced after a change. */
export const noticeChangedBy = (old: ExpiryNotice, change: Change): ExpiryNotice => ({
  enabled: given(change.enableExpireSoonOfferWorkflowNotification, old.enabled, standardNotice.enabled),
  days: given(change.daysToExpireSoonOfferWorkflowNotification, old.days, standardNotice.days),
});

/** The addresses after a change. The masked address that clients are shown means the one that is kept. */
export const addressesChangedBy = (old: ChatAddresses, change: Change): ChatAddresses => {
  const after = { ...old };
  for (const channel of Object.keys(chatMember) as ChatChannel[]) {
    const member = change[chatMember[channel]];
    const kept = old[channel];
    const url = member === null ? null : member?.webhookUrl;
    if (url === undefined || (kept !== undefined && url === maskAddress(kept))) continue;
    if (url) after[channel] = url;
    else delete after[channel];
  }
  return after;
};

/** Faults of masked addresses that are not those of the kept ones: somebody has changed or removed them since they were shown. */
export const maskFaults = (kept: ChatAddresses, change: Change): Fault[] =>
  (Object.keys(chatMember) as ChatChannel[]).flatMap((channel): Fault[] => {
    const url = change[chatMember[channel]]?.webhookUrl;
    const known = kept[channel];
    if (!url || !isMasked(url) || (known !== undefined && url === maskAddress(known))) return [];
    const message =
      'is the shown form of an address that is not kept any more: send the whole address, or leave it out';
    return [{ path: `${chatMember[channel]}.webhookUrl`, code: 'masked', message }];
  });

const isTimeZone = (zone: string): boolean => {
  try {
    new Intl.DateTimeFormat('en', { timeZone: zone });
    return true;
  } catch {
    return false;
  }
};

const scopeFaults = (named: readonly string[], at: string): Fault[] =>
  named.flatMap((scope, index) => {
    const path = `${at}.${index}`;
    if (!isScope(scope))
      return [
        {
          path,
          code: 'choice',
          message: 'must be ACTION.ENTITY, such as ACCEPT.OFFER; allEmailNotificationScopes lists those in use',
        },
      ];
    return named.indexOf(scope) < index ? [{ path, code: 'repeated', message: `${scope} is named twice` }] : [];
  });

/** Faults of a configuration as it would be after a change. Templates are judged when they come: to read them all takes long. */
export const configFaults = (config: NotificationConfig, change: Pick<Change, 'templates'>): Fault[] => {
  const rules = config.emailNotificationConfigs;
  const templateIds = config.templates.map(({ id }) => id);
  return [
    ...rules.flatMap(({ scope, templateId }, index): Fault[] => {
      const at = `emailNotificationConfigs.${index}`;
      return [
        ...(isScope(scope) || scope === ''
          ? []
          : [
              {
                path: `${at}.scope`,
                code: 'choice',
                message: 'must be ACTION.ENTITY, such as ACCEPT.OFFER; allEmailNotificationScopes lists those in use',
              },
            ]),
        ...(rules.findIndex((one) => one.scope === scope) < index
          ? [
              {
                path: `${at}.scope`,
                code: 'repeated',
                message: `${scope} is named twice; put all addresses into one entry`,
              },
            ]
          : []),
        ...(templateId === undefined || templateIds.includes(templateId)
          ? []
          : [{ path: `${at}.templateId`, code: 'not_found', message: `${templateId} is none of templates` }]),
      ];
    }),
    ...(change.templates ?? []).flatMap((template, index): Fault[] => {
      const at = `templates.${index}`;
      const repeated = templateIds.indexOf(template.id) < index;
      const faults = (['subject', 'text', 'html'] as const).flatMap((part) => {
        const fault = templateFault(template[part] ?? '');
        return fault === null ? [] : [{ path: `${at}.${part}`, code: 'template', message: fault }];
      });
      return repeated
        ? [{ path: `${at}.id`, code: 'repeated', message: `${template.id} is named twice` }, ...faults]
        : faults;
    }),
    ...(Object.keys(chatMember) as ChatChannel[]).flatMap((channel): Fault[] => {
      const member = chatMember[channel];
      const missing = config[member].enabled && config[member].webhookUrl === undefined;
      return [
        ...scopeFaults(config[member].scopes, `${member}.scopes`),
        ...(missing
          ? [{ path: `${member}.webhookUrl`, code: 'required', message: 'is required while the channel is enabled' }]
          : []),
      ];
    }),
    ...scopeFaults(config.webhook.scopes, 'webhook.scopes'),
    ...(config.webhook.enabled && config.webhook.url === undefined
      ? [{ path: 'webhook.url', code: 'required', message: 'is required while the webhook is enabled' }]
      : []),
    ...(isTimeZone(config.timeZone)
      ? []
      : [
          {
            path: 'timeZone',
            code: 'time_zone',
            message: 'must be a time zone of the IANA list, such as Europe/Berlin',
          },
        ]),
  ];
};
