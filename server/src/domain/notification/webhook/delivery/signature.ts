import { createHmac } from 'node:crypto';
import { Webhook as Signer } from 'standardwebhooks';

/**
 * The headers by which a receiver knows that a body comes from here: Standard Webhooks 1.0, with one signature for each secret, and
 * `X-Signature-256` as GitHub has it, by the present secret's whole text. `sentAt`: wall time, as receivers compare it with their own.
 */
export const signatureHeaders = (
  secrets: readonly string[],
  { id, sentAt, body }: { id: string; sentAt: Date; body: string },
): Record<string, string> => {
  const [present = ''] = secrets;
  return {
    'webhook-id': id,
    'webhook-timestamp': String(Math.floor(sentAt.getTime() / 1000)),
    'webhook-signature': secrets.map((secret) => new Signer(secret).sign(id, sentAt, body)).join(' '),
    'x-signature-256': `sha256=${createHmac('sha256', present).update(body).digest('hex')}`,
  };
};
