import type { HttpAnswer, HttpRequest } from '../kit/http.ts';
import { change } from '../kit/simulation.ts';
import { areBlocks } from './blocks.ts';
import type { Hook, SlackSimulation } from './state.ts';

/** Slack responds with one word, as text. */
export const wordAnswer = (status: number, word: string, headers: Record<string, string> = {}): HttpAnswer => ({
  status,
  headers: { 'content-type': 'text/html', ...headers },
  body: word,
});

const attachmentsMax = 100;
const textMax = 40_000;

/** The message: a JSON body, or the field `payload` of a form. Null if there is none. */
const readMessage = ({ body, headers }: HttpRequest): Record<string, unknown> | null => {
  const text = body.toString('utf8');
  const isForm = headers['content-type']?.startsWith('application/x-www-form-urlencoded') ?? false;
  try {
    const value: unknown = JSON.parse(isForm ? (new URLSearchParams(text).get('payload') ?? '') : text);
    return value !== null && typeof value === 'object' && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : null;
  } catch {
    return null;
  }
};

const refusalOfHook: Readonly<Record<Hook['status'], HttpAnswer | null>> = {
  ACTIVE: null,
  ARCHIVED: wordAnswer(410, 'channel_is_archived'),
  PROHIBITED: wordAnswer(403, 'action_prohibited'),
  REMOVED: wordAnswer(404, 'no_service'),
};

const isList = (value: unknown): value is unknown[] => Array.isArray(value) && value.length > 0;

const refusalOfMessage = ({ text, blocks, attachments }: Record<string, unknown>): HttpAnswer | null => {
  if (text !== undefined && typeof text !== 'string') return wordAnswer(400, 'invalid_payload');
  if (Array.isArray(attachments) && attachments.length > attachmentsMax) return wordAnswer(400, 'too_many_attachments');
  if (blocks !== undefined && !areBlocks(blocks)) return wordAnswer(400, 'invalid_blocks');
  const isEmpty = (text === undefined || text === '') && !isList(blocks) && !isList(attachments);
  return isEmpty ? wordAnswer(400, 'no_text') : null;
};

/** The webhook of an address, or the reason why there is none. */
export const findHook = (
  { store }: SlackSimulation,
  { team, id, secret }: { team: string; id: string; secret: string },
): Hook | HttpAnswer => {
  const hooks = store.list('hooks');
  if (!hooks.some((hook) => hook.team === team)) return wordAnswer(404, 'no_team');
  const hook = hooks.find((one) => one.team === team && one.id === id);
  if (!hook) return wordAnswer(404, 'no_service');
  return hook.secret === secret ? hook : wordAnswer(403, 'invalid_token');
};

/** Posts a message to the channel of a webhook. */
export const postMessage = (simulation: SlackSimulation, hook: Hook, request: HttpRequest): HttpAnswer => {
  const refused = refusalOfHook[hook.status];
  if (refused) return refused;
  const message = readMessage(request);
  if (!message) return wordAnswer(400, 'invalid_payload');
  const wrong = refusalOfMessage(message);
  if (wrong) return wrong;
  const body = typeof message.text === 'string' ? { ...message, text: message.text.slice(0, textMax) } : message;
  change(simulation, (tx) =>
    tx.put('posts', { id: `post-${tx.ids.text(12)}`, hookId: hook.id, channel: hook.channel, body, at: tx.at }),
  );
  return wordAnswer(200, 'ok');
};
