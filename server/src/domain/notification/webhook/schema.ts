import { z } from 'zod';
import {
  choiceIn,
  componentOf,
  ownedDocument,
  ownedNumber,
  ownedText,
  ownedTexts,
  ownedTime,
  paged,
  text,
  timeOut,
} from '../../../contract/shapes.ts';
import { findHeaderFaults, ownHeadersMax } from './own-headers.ts';
import { disabledReasons, entityIdsMax, typesMax, urlMax, webhookFormats } from './webhook.ts';

const typeText = text(60, 1);
const entityText = text(100, 1);

const headers = z
  .record(z.string(), z.string())
  .check(({ value, issues }) => {
    const names = Object.keys(value);
    if (names.length > ownHeadersMax) {
      const message = `must have at most ${ownHeadersMax} headers`;
      issues.push({ code: 'custom', input: value, message, params: { code: 'too_many' } });
      return;
    }
    for (const { name, message } of findHeaderFaults(value))
      issues.push({ code: 'custom', input: value, path: [name], message, params: { code: 'header' } });
  })
  .meta({ maxProperties: ownHeadersMax });

const owned = {
  id: ownedText,
  organizationId: ownedText,
  secret: ownedText,
  headerNames: ownedTexts,
  previousSecretUntil: ownedTime,
  disabledReason: ownedText,
  disabledTime: ownedTime,
  health: ownedDocument,
  createdBy: ownedText,
  creationTime: ownedTime,
  lastUpdatedBy: ownedText,
  lastUpdateTime: ownedTime,
  version: ownedNumber,
};

const chosen = {
  description: text(1000).nullish(),
  types: z.array(typeText).max(typesMax).nullish(),
  entityIds: z.array(entityText).max(entityIdsMax).nullish(),
  ordered: z.boolean().nullish(),
  format: choiceIn(webhookFormats).nullish(),
  enabled: z.boolean().nullish(),
  headers: headers.nullish(),
};

// A misspelled `types` that was passed over would have every event sent.
export const NewWebhook = z
  .strictObject({ url: text(urlMax, 1), ...chosen, ...owned })
  .meta(componentOf('WebhookInput'));

export const WebhookChange = z
  .strictObject({ url: text(urlMax, 1).optional(), ...chosen, ...owned })
  .meta(componentOf('WebhookChange'));

const WebhookHealth = z
  .strictObject({
    waiting: z.int(),
    delivered: z.int(),
    failed: z.int(),
    lastSuccessTime: timeOut.optional(),
    lastFailureTime: timeOut.optional(),
    failingSince: timeOut.optional(),
  })
  .meta({ id: 'WebhookHealth' });

export const Webhook = z
  .strictObject({
    id: z.string(),
    organizationId: z.string(),
    url: z.string(),
    description: z.string(),
    types: z.array(z.string()),
    entityIds: z.array(z.string()),
    ordered: z.boolean(),
    format: z.enum(webhookFormats),
    headerNames: z.array(z.string()),
    enabled: z.boolean(),
    disabledReason: z.enum(disabledReasons).optional(),
    disabledTime: timeOut.optional(),
    secret: z.string().nullable().optional(),
    previousSecretUntil: timeOut.optional(),
    health: WebhookHealth.optional(),
    createdBy: z.string(),
    creationTime: timeOut,
    lastUpdatedBy: z.string(),
    lastUpdateTime: timeOut,
    version: z.int(),
  })
  .meta({ id: 'Webhook' });

export const WebhookPage = paged(Webhook);
