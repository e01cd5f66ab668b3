import type { OrgDb } from '../../../db/org-db.ts';
import { decodeId } from '../../../kit/ids.ts';
import { findWebhook } from '../webhook/store.ts';
import type { NotificationConfig } from './notification-config.ts';

/**
 * The configuration with its webhook as that is now: it may have been changed or deleted by its own endpoints, or disabled because its
 * receiver failed.
 */
export const withKeptWebhook = async (db: OrgDb, document: NotificationConfig): Promise<NotificationConfig> => {
  const { webhookId, scopes } = document.webhook;
  const id = webhookId === undefined ? null : decodeId('webhook', webhookId);
  if (id === null) return document;
  const kept = await findWebhook(db, id);
  if (!kept) return { ...document, webhook: { enabled: false, scopes } };
  return { ...document, webhook: { ...document.webhook, enabled: kept.enabled, url: kept.url } };
};
