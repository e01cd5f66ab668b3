import { z } from 'zod';
import type { Outgoing } from '../outgoing/outgoing.ts';
import { readyMessage } from './chat-text.ts';
import type { ChatMessage, ChatSender } from './port.ts';
import { createHook } from './post-hook.ts';

// Microsoft Learn: Create incoming webhooks with Workflows for Microsoft Teams; Adaptive Cards schema 1.4. A message has at most
// 28 KB.
const bytesMax = 28_000;

type Run = { type: 'TextRun'; text: string; weight?: 'Bolder'; size?: 'Large'; color?: 'Attention' | 'Warning' };

/** A line of text. Unlike a TextBlock it knows no Markdown, so that no text can become a link or look like one. */
const line = (runs: readonly Run[]) => ({ type: 'RichTextBlock' as const, inlines: [...runs] });

const run = (text: string, look: Omit<Run, 'type' | 'text'> = {}): Run => ({ type: 'TextRun', text, ...look });

const colors: Readonly<Record<string, 'Attention' | 'Warning'>> = { CRITICAL: 'Attention', HIGH: 'Warning' };

const cardOf = ({ title, text, facts, link, priority }: ChatMessage) => {
  const color = Object.hasOwn(colors, priority) ? colors[priority] : undefined;
  return {
    type: 'AdaptiveCard' as const,
    $schema: 'http://adaptivecards.io/schemas/adaptive-card.json',
    version: '1.4',
    body: [
      line([run(title, { weight: 'Bolder', size: 'Large', ...(color ? { color } : {}) })]),
      ...(text === '' ? [] : [line([run(text)])]),
      ...facts.map(([label, value]) => line([run(`${label}: `, { weight: 'Bolder' }), run(value)])),
    ],
    ...(link ? { actions: [{ type: 'Action.OpenUrl' as const, title: link.label, url: link.url }] } : {}),
  };
};

const documentOf = (message: ChatMessage) => ({
  type: 'message' as const,
  attachments: [
    {
      contentType: 'application/vnd.microsoft.card.adaptive' as const,
      contentUrl: null,
      content: cardOf(message),
    },
  ],
});

/** The document of a message. If it would be too large, the last facts are left out. */
export const teamsDocument = (message: ChatMessage) => {
  const ready = readyMessage(message);
  for (let count = ready.facts.length; count > 0; count -= 1) {
    const document = documentOf({ ...ready, facts: ready.facts.slice(0, count) });
    if (Buffer.byteLength(JSON.stringify(document)) <= bytesMax) return document;
  }
  return documentOf({ ...ready, facts: [] });
};

/** `{error: {code, message}}`, as workflows answer (Azure Logic Apps, Handle errors and exceptions). */
const Refusal = z.object({ error: z.object({ code: z.string().min(1).max(100), message: z.string() }) });

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

/** Workflows of Microsoft Teams that post what comes to their address. */
export const createTeamsSender = (outgoing: Outgoing): ChatSender => {
  const post = createHook(outgoing, {
    platform: 'MICROSOFT_TEAMS',
    name: 'Teams',
    readRefusal: ({ body }) => Refusal.safeParse(parsed(body)).data?.error,
    // 202: the workflow was started. A workflow with a Response action answers as its owner says.
    isTaken: () => true,
    requestIdHeader: 'x-ms-workflow-run-id',
  });
  return { send: (url, message, signal) => post(url, teamsDocument(message), signal) };
};
