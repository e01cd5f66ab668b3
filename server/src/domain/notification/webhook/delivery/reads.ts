import type { z } from 'zod';
import type { ReadCall } from '../../../../contract/call.ts';
import { pagedReply, readQueryPage, setPageHeaders } from '../../../../contract/page.ts';
import { requireFound } from '../../../../kit/errors.ts';
import { findWebhook } from '../store.ts';
import { type DeliveryListParams, deliveryFields } from './fields.ts';
import { findAttempts, findDelivery, selectDeliveries } from './store.ts';
import { viewDelivery } from './view.ts';

type ListInput = { params: { webhookId: string }; query: z.output<typeof DeliveryListParams> };

export const listDeliveries = async (call: ReadCall, { params, query }: ListInput) => {
  const page = readQueryPage(call, query, deliveryFields);
  const webhook = requireFound(await findWebhook(call.db, params.webhookId), 'webhook');
  const selected = await selectDeliveries(call.db, page, webhook.id);
  setPageHeaders(call, page, selected);
  return pagedReply(
    page,
    selected.rows.map((row) => viewDelivery(row)),
    selected.total,
  );
};

export const getDelivery = async (
  call: ReadCall,
  { params }: { params: { webhookId: string; deliveryId: string } },
) => {
  const webhook = requireFound(await findWebhook(call.db, params.webhookId), 'delivery');
  const delivery = requireFound(await findDelivery(call.db, webhook.id, params.deliveryId), 'delivery');
  return viewDelivery(delivery, await findAttempts(call.db, delivery.id));
};
