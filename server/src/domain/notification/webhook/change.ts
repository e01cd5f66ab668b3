import { createRowAdder, createRowChanger } from '../../../contract/versioned-rows.ts';
import { insertWebhook, updateWebhookRow } from './store.ts';
import { viewWebhook } from './view.ts';

export const addWebhook = createRowAdder({ type: 'webhook', view: viewWebhook, insert: insertWebhook });

/** Writes a changed webhook as its next version. */
export const changeWebhook = createRowChanger({ type: 'webhook', view: viewWebhook, update: updateWebhookRow });
