import type { z } from 'zod';
import type { ReadCall } from '../../../contract/call.ts';
import { pagedReply, readQueryPage, setPageHeaders } from '../../../contract/page.ts';
import { requireFound } from '../../../kit/errors.ts';
import { type WebhookListParams, webhookFields } from './fields.ts';
import { showWebhook, showWebhooks } from './show-webhook.ts';
import { findWebhook, selectWebhooks } from './store.ts';

export const getWebhook = async (call: ReadCall, { params }: { params: { webhookId: string } }) => {
  const webhook = requireFound(await findWebhook(call.db, params.webhookId), 'webhook');
  call.setVersion(webhook.version);
  return showWebhook(call, webhook);
};

export const listWebhooks = async (call: ReadCall, { query }: { query: z.output<typeof WebhookListParams> }) => {
  const page = readQueryPage(call, query, webhookFields);
  const selected = await selectWebhooks(call.db, page);
  setPageHeaders(call, page, selected);
  return pagedReply(page, await showWebhooks(call, selected.rows), selected.total);
};
