import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Exchange } from '../../../simulators/kit/record.ts';
import { type Difference, show } from '../difference.ts';
import { createBodyCheck } from '../openapi/check-body.ts';
import { tokenMessages } from './token-messages.ts';

type Webhooks = { webhooks: Record<string, unknown> };
type Notification = { notificationItems?: { NotificationRequestItem?: { eventCode?: unknown } }[] };

const typeOf = (body: unknown): unknown => {
  const { type } = (body ?? {}) as { type?: unknown };
  return type ?? (body as Notification | null)?.notificationItems?.[0]?.NotificationRequestItem?.eventCode;
};

/**
 * Checks webhooks sent by Adyen against its Webhooks document 1 and, for tokens, against the document of token
 * webhooks.
 */
export const createMessageCheck = (dataFolder: string) => {
  const document = JSON.parse(readFileSync(join(dataFolder, 'adyen-openapi/Webhooks-v1.json'), 'utf8')) as Webhooks;
  const itemFaults = createBodyCheck('Webhooks', document);
  const tokenFaults = createBodyCheck('Tokens', tokenMessages);
  const faultsOf = (type: unknown, body: unknown) => {
    if (typeof type === 'string' && Object.hasOwn(tokenMessages, type)) return tokenFaults(`/${type}`, body);
    if (typeof type !== 'string' || !Object.hasOwn(document.webhooks, `/${type}`))
      return [{ at: '', rule: 'no such message', detail: show(type) }];
    const content = 'post/requestBody/content/application~1json/schema';
    return itemFaults(`/webhooks/~1${type}/${content}`, body);
  };
  return ({ requestBody: body, requestHeaders }: Exchange): Difference[] => {
    const type = typeOf(body);
    const faults = faultsOf(type, body);
    const contentType = requestHeaders['content-type'];
    if (!contentType?.startsWith('application/json'))
      faults.push({ at: '', rule: 'wrong content type', detail: show(contentType) });
    return faults.map((fault) => ({ operation: `webhook ${String(type)}`, side: 'message', ...fault }));
  };
};
