import { z } from 'zod';
import { choiceIn, componentOf, ownedText, ownedTexts, text } from '../../../contract/shapes.ts';
import { isMailAddress } from '../../../kit/mail-address.ts';
import { isWebAddress } from '../../../kit/web-address.ts';
import { PersonalLine } from '../../offer/schema.ts';
import { notificationChannels } from '../words.ts';
import { digestModes } from './notification-config.ts';

const rulesMax = 200;
const scopesMax = 500;
const addressesMax = 20;
const templatesMax = 50;
const templateMax = 20_000;

const scope = z.string().max(100);
const scopes = z.array(scope).max(scopesMax).nullish();
const address = z
  .string()
  .trim()
  .refine((value) => isMailAddress(value, { wide: true }), 'must be a mail address');
const addresses = z.array(address).max(addressesMax).nullish();
const webAddress = text(2000).refine(
  (value) => value === '' || isWebAddress(value),
  'must be a web address, or empty for none',
);
const time = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'must be a time of a day, HH:MM');

const EmailRuleIn = z
  .object({
    scope,
    enabled: z.boolean().nullish(),
    toEmails: addresses,
    ccEmails: addresses,
    bccEmails: addresses,
    templateId: z.string().max(64).nullish(),
  })
  .meta(componentOf('EmailNotificationConfigInput'));

const ChatIn = z
  .object({ enabled: z.boolean().nullish(), webhookUrl: webAddress.nullish(), scopes })
  .meta(componentOf('ChatNotificationConfigInput'));

const WebhookIn = z
  .object({ enabled: z.boolean().nullish(), url: webAddress.nullish(), scopes, webhookId: ownedText })
  .meta(componentOf('WebhookNotificationConfigInput'));

const templateId = z.string().regex(/^[\w-]{1,64}$/, 'must be 1 to 64 letters, digits, hyphens and underscores');

const MailTemplateIn = z
  .object({
    id: templateId,
    name: text(200).nullish(),
    subject: text(500, 1),
    text: text(templateMax, 1),
    html: text(templateMax).nullish(),
  })
  .meta(componentOf('NotificationTemplateInput'));

export const NotificationConfigChange = z
  .object({
    emailNotificationConfigs: z.array(EmailRuleIn).max(rulesMax).nullish(),
    slack: ChatIn.nullish(),
    microsoftTeams: ChatIn.nullish(),
    webhook: WebhookIn.nullish(),
    allEmailNotificationScopes: ownedTexts,
    enableExpireSoonOfferWorkflowNotification: z.boolean().nullish(),
    daysToExpireSoonOfferWorkflowNotification: z.int().min(1).max(90).nullish(),
    disableOfferReadyNotification: z.boolean().nullish(),
    templates: z.array(MailTemplateIn).max(templatesMax).nullish(),
    digest: z
      .object({ mode: choiceIn(digestModes).nullish(), hour: z.int().min(0).max(23).nullish() })
      .meta(componentOf('NotificationDigestInput'))
      .nullish(),
    quietHours: z
      .object({ enabled: z.boolean().nullish(), start: time.nullish(), end: time.nullish() })
      .meta(componentOf('NotificationQuietHoursInput'))
      .nullish(),
    timeZone: text(64).nullish(),
  })
  .meta(componentOf('NotificationConfigInfoInput'));

const EmailRule = z
  .strictObject({
    scope: z.string(),
    enabled: z.boolean(),
    toEmails: z.array(z.string()),
    ccEmails: z.array(z.string()),
    bccEmails: z.array(z.string()),
    templateId: z.string().optional(),
  })
  .meta({ id: 'EmailNotificationConfig' });

const ChatConfig = z
  .strictObject({ enabled: z.boolean(), webhookUrl: z.string().optional(), scopes: z.array(z.string()) })
  .meta({ id: 'ChatNotificationConfig' });

export const NotificationConfigInfo = z
  .strictObject({
    emailNotificationConfigs: z.array(EmailRule),
    slack: ChatConfig,
    microsoftTeams: ChatConfig,
    webhook: z
      .strictObject({
        enabled: z.boolean(),
        url: z.string().optional(),
        scopes: z.array(z.string()),
        webhookId: z.string().optional(),
      })
      .meta({ id: 'WebhookNotificationConfig' }),
    allEmailNotificationScopes: z.array(z.string()),
    enableExpireSoonOfferWorkflowNotification: z.boolean(),
    daysToExpireSoonOfferWorkflowNotification: z.int(),
    disableOfferReadyNotification: z.boolean(),
    templates: z.array(
      z
        .strictObject({
          id: z.string(),
          name: z.string(),
          subject: z.string(),
          text: z.string(),
          html: z.string().optional(),
        })
        .meta({ id: 'NotificationTemplate' }),
    ),
    digest: z.strictObject({ mode: z.enum(digestModes), hour: z.int() }).meta({ id: 'NotificationDigest' }),
    quietHours: z
      .strictObject({ enabled: z.boolean(), start: z.string(), end: z.string() })
      .meta({ id: 'NotificationQuietHours' }),
    timeZone: z.string(),
  })
  .meta({ id: 'NotificationConfigInfo' });

export const PreviewNotification = z
  .strictObject({
    scope,
    templateId: z.string().max(64).nullish(),
    /** A template that is not kept yet; goes before `templateId`. */
    template: MailTemplateIn.omit({ id: true, name: true }).nullish(),
    /** The mail of `sendOfferNotifications`, which has no template. */
    offerId: z.string().max(64).nullish(),
    contactId: z.string().max(64).nullish(),
    personalLine: PersonalLine.nullish(),
  })
  .meta(componentOf('NotificationPreviewInput'));

export const NotificationPreview = z
  .strictObject({
    subject: z.string(),
    textContent: z.string(),
    htmlContent: z.string(),
    replyTo: z.string().optional(),
  })
  .meta({ id: 'NotificationPreview' });

export const TestNotification = z
  .strictObject({
    channel: choiceIn(notificationChannels),
    scope: scope.nullish(),
    templateId: z.string().max(64).nullish(),
    toEmails: z.array(address).max(5).nullish(),
  })
  .meta(componentOf('NotificationTestInput'));
