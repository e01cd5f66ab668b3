import type { Outgoing } from '../outgoing/outgoing.ts';
import { readyMessage } from './chat-text.ts';
import type { ChatMessage, ChatSender } from './port.ts';
import { createHook } from './post-hook.ts';

// Slack developer docs: Sending messages using incoming webhooks; Formatting message text; Block Kit, of which a header has at
// most 150 characters, the text of a section 3000, a field 2000, a section ten fields, a message 50 blocks.

/** The three characters with which mentions (`<!channel>`) and links begin. */
const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

/** `verbatim`: nothing in it becomes a link or a mention by itself. */
const mrkdwn = (text: string) => ({ type: 'mrkdwn' as const, text, verbatim: true });

const sectionMax = 3000;
const fieldsAtOnce = 10;

/** Left out if it is too long for a section once it is escaped. */
const linkSection = (link: ChatMessage['link']) => {
  if (!link) return [];
  const text = `<${escaped(link.url).replaceAll('|', '%7C')}|${escaped(link.label).replaceAll('|', '/')}>`;
  return text.length > sectionMax ? [] : [{ type: 'section' as const, text: mrkdwn(text) }];
};

/** The document of a message. `text` is what notifications show, and clients without Block Kit. */
export const slackDocument = (message: ChatMessage) => {
  const { title, text, facts, link } = readyMessage(message);
  const fields = facts.map(([label, value]) => mrkdwn(`*${escaped(label)}*\n${escaped(value)}`));
  const groups = Array.from({ length: Math.ceil(fields.length / fieldsAtOnce) }, (_, index) =>
    fields.slice(index * fieldsAtOnce, (index + 1) * fieldsAtOnce),
  );
  return {
    text: escaped(text === '' ? title : `${title}: ${text}`),
    unfurl_links: false,
    unfurl_media: false,
    blocks: [
      {
        type: 'header' as const,
        // Plain text is not read as markup.
        text: { type: 'plain_text' as const, text: title.replaceAll(/[<>]/g, ''), emoji: false },
      },
      ...(text === '' ? [] : [{ type: 'section' as const, text: mrkdwn(escaped(text)) }]),
      ...groups.map((group) => ({ type: 'section' as const, fields: group })),
      ...linkSection(link),
    ],
  };
};

/** A word of Slack's: `channel_is_archived`. Whatever else is answered comes from somebody between. */
const slackWord = /^[a-z][a-z0-9_]{2,60}$/;

const meanings: Readonly<Record<string, string>> = {
  action_prohibited: 'an administrator of the workspace does not allow it',
  channel_is_archived: 'the channel is archived; connect another one',
  channel_not_found: 'the channel does not exist any more; connect another one',
  no_service: 'the webhook was removed or disabled; make a new one and connect it',
  no_team: 'the workspace does not exist any more',
  posting_to_general_channel_denied: 'the workspace does not allow it to post to #general',
};

/** Incoming webhooks of Slack. */
export const createSlackSender = (outgoing: Outgoing): ChatSender => {
  const post = createHook(outgoing, {
    platform: 'SLACK',
    name: 'Slack',
    readRefusal: ({ body }) => {
      const code = body.trim();
      if (!slackWord.test(code)) return undefined;
      const meaning = Object.hasOwn(meanings, code) ? `${code}: ${meanings[code]}` : code;
      return { code, message: meaning };
    },
    isTaken: ({ status, body }) => status === 200 && body.trim() === 'ok',
    requestIdHeader: 'x-slack-req-id',
  });
  return { send: (url, message, signal) => post(url, slackDocument(message), signal) };
};
