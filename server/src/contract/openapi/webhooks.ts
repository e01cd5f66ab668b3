import { WebhookEvent } from '../webhook-event.ts';
import type { Components } from './components.ts';
import type { Json } from './json.ts';

const header = (name: string, description: string, required = true): Json => ({
  name,
  in: 'header',
  required,
  description,
  schema: { type: 'string' },
});

const description = `Sent to the URL of each webhook that subscribes to the event. \`data\` is the entity as it was after the event, as its own
endpoint shows it; \`type\` says what happened.

**Check the signature** with a library of Standard Webhooks, the secret of the webhook, and the body as it arrived. **Answer with 2xx** within
15 seconds, before long work. Everything else, a redirect too, is a failure: the event is sent again after 5 seconds, 5 and 30 minutes, 2, 5
and 10 hours, and a last time after 24 hours. 410 disables the webhook. **Expect an event more than once**: \`webhook-id\` is always the
same for it. Events of one entity come one after another only on an ordered webhook; otherwise compare \`entityVersion\`.`;

/** What the service sends to webhooks (OpenAPI 3.1, \`webhooks\`). */
export const webhooksOf = (components: Components): Json => ({
  event: {
    post: {
      operationId: 'ReceiveEvent',
      summary: 'An event happened',
      description,
      tags: ['notification'],
      security: [],
      parameters: [
        header('webhook-id', 'The ID of the event, event_…: the same whenever it is sent.'),
        header(
          'webhook-timestamp',
          'When it was sent, in seconds since 1970. Libraries refuse what is older than 5 minutes.',
        ),
        header(
          'webhook-signature',
          'Signatures of Standard Webhooks, separated by blanks: two in the 24 hours after the secret was replaced. One must match.',
        ),
        header(
          'X-Signature-256',
          'Instead of these three: sha256= and the HMAC-SHA-256 of the body in hexadecimal; the key is the whole text of the present secret.',
        ),
      ],
      requestBody: {
        required: true,
        content: { 'application/json': { schema: components.write(WebhookEvent, 'output') } },
      },
      responses: {
        '2XX': { description: 'The event was received.' },
        410: { description: 'The receiver is gone for good: the webhook is disabled.' },
        default: { description: 'The event is sent again later.' },
      },
    },
  },
});
