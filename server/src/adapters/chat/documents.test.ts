import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { KnownBlock } from '@slack/types';
import type { ChatMessage } from './port.ts';
import { slackDocument } from './slack.ts';
import { teamsDocument } from './teams.ts';

const message: ChatMessage = {
  title: 'Offer accepted',
  text: 'The buyer accepted offer “Acme 2027” (AWS).',
  facts: [
    ['Partner', 'AWS'],
    ['Amount', '24,000.00 USD'],
  ],
  link: { label: 'Open', url: 'https://console.example/offer?id=1&tab=2' },
  priority: 'HIGH',
};

/** Anything that foreign text may contain. */
const hostile =
  '<!channel> <@U1> <https://evil.example|click> [x](https://evil.example) @all **b** & \n\u202e\u2028 end';
const asHostile: ChatMessage = {
  title: hostile,
  text: hostile,
  facts: [[hostile, hostile]],
  link: { label: hostile, url: 'https://console.example/a|b' },
  priority: 'LOW',
};
const longest: ChatMessage = {
  title: '&'.repeat(9000),
  text: '<'.repeat(9000),
  facts: Array.from({ length: 90 }, () => ['>'.repeat(900), '字'.repeat(9000)] as const),
  link: { label: '&'.repeat(900), url: `https://console.example/?${'&'.repeat(1900)}` },
  priority: 'CRITICAL',
};

const textsOf = (value: unknown): string[] => {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsOf) : [];
};

describe('a message for Slack', () => {
  test('has the blocks of the message, as the types of Slack describe them', () => {
    const { text, blocks, ...rest } = slackDocument(message);
    const known: KnownBlock[] = blocks;
    assert.equal(text, 'Offer accepted: The buyer accepted offer “Acme 2027” (AWS).');
    assert.deepEqual(rest, { unfurl_links: false, unfurl_media: false });
    assert.deepEqual(known, [
      { type: 'header', text: { type: 'plain_text', text: 'Offer accepted', emoji: false } },
      {
        type: 'section',
        text: { type: 'mrkdwn', text: 'The buyer accepted offer “Acme 2027” (AWS).', verbatim: true },
      },
      {
        type: 'section',
        fields: [
          { type: 'mrkdwn', text: '*Partner*\nAWS', verbatim: true },
          { type: 'mrkdwn', text: '*Amount*\n24,000.00 USD', verbatim: true },
          { type: 'mrkdwn', text: '*Priority*\nHIGH', verbatim: true },
        ],
      },
      {
        type: 'section',
        text: { type: 'mrkdwn', text: '<https://console.example/offer?id=1&amp;tab=2|Open>', verbatim: true },
      },
    ]);
  });

  test('mentions nobody and has no link but its own', () => {
    const document = slackDocument(asHostile);
    const links = textsOf(document).filter((text) => /<|:\/\//.test(text));
    assert.equal(links.length, 1, links.join('\n'));
    assert.match(links[0] ?? '', /^<https:\/\/console\.example\/a%7Cb\|[^<>|]*>$/);
    for (const text of textsOf(document)) assert.doesNotMatch(text, /[\p{Cf}\u2028]/u);
  });

  test('keeps the limits of Block Kit', () => {
    const { text, blocks } = slackDocument(longest);
    assert.ok(text.length <= 4000 && blocks.length <= 50);
    for (const block of blocks) {
      if (block.type === 'header') assert.ok(block.text.text.length <= 150);
      else if ('fields' in block) {
        assert.ok(block.fields.length <= 10);
        for (const field of block.fields) assert.ok(field.text.length <= 2000, `${field.text.length}`);
      } else assert.ok(block.text.text.length <= 3000, `${block.text.text.length}`);
    }
    const { blocks: few } = slackDocument({ ...message, text: '', facts: [], priority: '', title: ' ' });
    assert.deepEqual(
      few.map(({ type }) => type),
      ['header', 'section'],
    );
  });
});

describe('a message for Teams', () => {
  test('is an adaptive card', () => {
    const document = teamsDocument(message);
    const [attachment] = document.attachments;
    assert.equal(document.type, 'message');
    assert.equal(attachment?.contentType, 'application/vnd.microsoft.card.adaptive');
    const { body, actions, version } = attachment?.content ?? {};
    assert.equal(version, '1.4');
    assert.deepEqual(
      body?.map(({ inlines }) => inlines.map(({ text }) => text).join('')),
      ['Offer accepted', message.text, 'Partner: AWS', 'Amount: 24,000.00 USD', 'Priority: HIGH'],
    );
    assert.deepEqual(actions, [{ type: 'Action.OpenUrl', title: 'Open', url: message.link?.url }]);
  });

  test('has foreign text only where Markdown is not interpreted, and mentions nobody', () => {
    const card = teamsDocument(asHostile).attachments[0]?.content;
    for (const element of card?.body ?? []) assert.equal(element.type, 'RichTextBlock');
    assert.ok(!('msteams' in (card ?? {})));
    for (const text of textsOf(card?.body)) assert.doesNotMatch(text, /:\/\/|[\p{Cf}\u2028\n]/u);
  });

  test('is at most 28 KB, whatever its facts are', () => {
    const document = teamsDocument(longest);
    assert.ok(Buffer.byteLength(JSON.stringify(document)) <= 28_000);
    assert.ok((document.attachments[0]?.content.body.length ?? 0) > 5);
  });

  test('leaves out a link that is not a web address', () => {
    for (const url of ['javascript:alert(1)', 'nonsense', `https://a.example/${'x'.repeat(3000)}`])
      assert.ok(
        !('actions' in (teamsDocument({ ...message, link: { label: 'x', url } }).attachments[0]?.content ?? {})),
      );
  });
});
