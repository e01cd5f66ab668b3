import type { EventName } from '../../../../contract/events.ts';
import { by, lineOf, type Told, tells, toDo } from './say.ts';

const webhook = tells('WORKFLOW_WEBHOOK', 'webhook');

const causes: Readonly<Record<string, string>> = {
  GONE: ': its address is gone',
  FAILING: ': nothing got through for five days',
};

export const toldOfWebhooks = {
  'webhook.created': webhook('CREATE', 'MEDIUM', 'Webhook created', (it, _, event) => `${it} was created${by(event)}`),
  'webhook.deleted': webhook('DELETE', 'MEDIUM', 'Webhook deleted', (it, _, event) => `${it} was deleted${by(event)}`),
  'webhook.disabled': webhook(
    'SUSPEND',
    'HIGH',
    'Webhook disabled',
    (it, payload, event) => `${it} was disabled${causes[lineOf(payload.disabledReason)] ?? by(event)}`,
    toDo,
  ),
  'webhook.enabled': webhook(
    'REINSTATE',
    'LOW',
    'Webhook enabled',
    (it, _, event) => `${it} is enabled again${by(event)}`,
  ),
  'webhook.secret_rotated': webhook(
    'ROTATE_SECRET',
    'MEDIUM',
    'Secret rotated',
    (it, _, event) => `${it} got a new secret${by(event)}; the previous one signs beside it for 24 hours`,
  ),
  'webhook.updated': webhook('UPDATE', 'LOW', 'Webhook changed', (it, _, event) => `${it} was changed${by(event)}`),
} satisfies Partial<Record<EventName, Told>>;
