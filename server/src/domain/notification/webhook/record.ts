/** What the records of endpoints on webhooks have in common. */
export const webhookPath = '/org/{orgId}/webhook';
export const webhookId = { webhookId: { id: 'webhook', noun: 'webhook' } } as const;
