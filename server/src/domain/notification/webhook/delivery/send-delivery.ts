import type { Outgoing } from '../../../../adapters/outgoing/outgoing.ts';
import { postOnce } from '../../../../adapters/outgoing/post-once.ts';
import { userAgent } from '../../../../adapters/user-agent.ts';
import { hideSecrets, secretsSent } from '../../../../adapters/without-secrets.ts';
import type { SecretKeys } from '../../../../auth/secrets.ts';
import type { Clock } from '../../../../kit/clock.ts';
import { cutText } from '../../../../kit/cut-text.ts';
import { encodeId } from '../../../../kit/ids.ts';
import { ownHeadersOf, signingSecretsOf } from '../secret.ts';
import { answerBytesMax } from './delivery.ts';
import { payloads } from './payload.ts';
import { signatureHeaders } from './signature.ts';
import type { Sendable } from './store.ts';

/** How an attempt ended. `error`: absent after 2xx. `isFinal`: another attempt would end the same way. */
export type Outcome = {
  statusCode: number | null;
  answer: string | null;
  milliseconds: number;
  error: { code: string; message: string } | null;
  isFinal: boolean;
  /** The receiver is gone for good. */
  isGone: boolean;
  /** Those of the answer that say when to come again. */
  headers: Record<string, string>;
};

const messageMax = 500;

const nothing = { statusCode: null, answer: null, error: null, isFinal: false, isGone: false, headers: {} } as const;

/** Text as the database takes it. */
const storable = (text: string): string => text.replaceAll('\0', '\u{fffd}').toWellFormed();

/** What is wrong with an answer; null for 2xx. */
const faultOf = (status: number, location: string | undefined): Outcome['error'] => {
  if (status >= 200 && status < 300) return null;
  const code = `HTTP_${status}`;
  if (status >= 300 && status < 400 && location !== undefined) {
    const message = `The receiver redirects to ${location}. Redirects are not followed: change the URL of the webhook.`;
    return { code, message: cutText(storable(message), messageMax) };
  }
  return { code, message: `The receiver answered with ${status}.` };
};

const codes: Readonly<Record<string, string>> = { ETIMEDOUT: 'TIMEOUT' };

const failureOf = (error: unknown): NonNullable<Outcome['error']> => {
  const { code = 'UNREACHABLE', message } = error as { code?: string; message: string };
  return { code: codes[code] ?? code, message: cutText(storable(message), messageMax) };
};

export type Sending = {
  outgoing: Pick<Outgoing, 'agents'>;
  clock: Clock;
  secretKeys: SecretKeys;
  /** The time that a whole exchange may take. */
  ms: number;
};

/** Makes one attempt. Throws only if it was given up because of `signal`. */
export const sendDelivery = async (
  { outgoing, clock, secretKeys, ms }: Sending,
  { orgId, delivery, signal }: { orgId: string; delivery: Sendable; signal: AbortSignal },
): Promise<Outcome> => {
  const { event } = delivery;
  if (event === null) {
    const message = 'The event is no longer kept, so it cannot be sent.';
    return { ...nothing, milliseconds: 0, error: { code: 'EVENT_REMOVED', message }, isFinal: true };
  }
  const webhook = { ...delivery, id: delivery.webhook_id };
  const body = payloads[delivery.format]({ ...delivery, orgId, event });
  const id = encodeId('event', delivery.event_id);
  const own = ownHeadersOf(secretKeys, webhook);
  // Many receivers answer with the request, above all when they refuse it; what is kept sealed is kept nowhere else readable.
  const secrets = [...Object.values(own), ...secretsSent({ headers: own })];
  const shown = (error: Outcome['error']): Outcome['error'] =>
    error && { ...error, message: hideSecrets(error.message, secrets) };
  const headers = {
    ...own,
    'content-type': 'application/json',
    'user-agent': userAgent,
    ...signatureHeaders(signingSecretsOf(secretKeys, webhook, clock.now()), { id, sentAt: clock.wallNow(), body }),
  };
  const begin = performance.now();
  const taken = (): number => Math.round(performance.now() - begin);
  try {
    const posted = { url: delivery.url, headers, body, signal };
    const answer = await postOnce(outgoing, posted, { ms, answerBytes: answerBytesMax });
    const { 'retry-after': retryAfter, date, location } = answer.headers;
    const isGone = answer.status === 410;
    return {
      statusCode: answer.status,
      answer: hideSecrets(storable(answer.bytes.toString('utf8')), secrets),
      milliseconds: taken(),
      error: shown(faultOf(answer.status, location)),
      isFinal: isGone,
      isGone,
      headers: { ...(retryAfter && { 'retry-after': retryAfter }), ...(date && { date }) },
    };
  } catch (error) {
    if (signal.aborted) throw error;
    return { ...nothing, milliseconds: taken(), error: shown(failureOf(error)) };
  }
};
