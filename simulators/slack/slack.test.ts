import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { openSimulator } from '../kit/bench.test-support.ts';
import { maskPath } from '../kit/mask.ts';
import { startSlackSimulator } from './server.ts';

type Hook = { id: string; path: string; channel: string };

const openBench = async (t: TestContext, dataDir?: string) => {
  const simulator = await openSimulator(t, startSlackSimulator, { dataDir });
  const post = async (path: string, body: unknown, type = 'application/json'): Promise<[number, string]> => {
    const text = typeof body === 'string' ? body : JSON.stringify(body);
    const response = await fetch(`${simulator.url}${path}`, {
      method: 'POST',
      headers: { 'content-type': type },
      body: text,
    });
    return [response.status, await response.text()];
  };
  return { ...simulator, post };
};

const header = (text: string) => ({ type: 'header', text: { type: 'plain_text', text } });
const section = (text: string) => ({ type: 'section', text: { type: 'mrkdwn', text } });

test('accepts what Slack accepts and refuses what it refuses, with Slack’s error codes', async (t) => {
  const { control, post } = await openBench(t);
  const { path } = await control<Hook>('POST', '/slack/hook', { channel: '#deals' });
  const field = { type: 'mrkdwn', text: 'a' };
  const taken = [
    { text: 'Hello' },
    { blocks: [header('Hello')] },
    { text: 'Hello', blocks: [header('x'.repeat(150)), section('x'.repeat(3000)), { type: 'divider' }] },
    { text: 'Hello', blocks: Array.from({ length: 50 }, () => section('x')) },
    { text: 'Hello', blocks: [{ type: 'section', fields: Array.from({ length: 10 }, () => field) }] },
  ];
  for (const body of taken) assert.deepEqual(await post(path, body), [200, 'ok'], JSON.stringify(body).slice(0, 99));
  const form = `payload=${encodeURIComponent('{"text":"Hello"}')}`;
  assert.deepEqual(await post(path, form, 'application/x-www-form-urlencoded'), [200, 'ok']);
  const blocks = (...list: unknown[]) => [{ text: 'Hello', blocks: list }, 'invalid_blocks'] as const;
  for (const [body, word] of [
    ['{', 'invalid_payload'],
    ['[]', 'invalid_payload'],
    [{}, 'no_text'],
    [{ text: '', blocks: [] }, 'no_text'],
    [{ text: 7 }, 'invalid_payload'],
    blocks(header('x'.repeat(151))),
    blocks(section('')),
    blocks(section('x'.repeat(3001))),
    blocks({ type: 'section' }),
    blocks({ type: 'section', fields: Array.from({ length: 11 }, () => field) }),
    blocks({ type: 'unheard' }),
    blocks(...Array.from({ length: 51 }, () => section('x'))),
    blocks({ type: 'header', text: { type: 'mrkdwn', text: 'x' } }),
    [{ text: 'x', attachments: Array.from({ length: 101 }, () => ({})) }, 'too_many_attachments'],
  ] as const)
    assert.deepEqual(await post(path, body), [400, word], JSON.stringify(body).slice(0, 99));
  const { posts } = await control<{ posts: { channel: string }[] }>('GET', '/slack/post');
  assert.equal(posts.length, taken.length + 1);
  assert.ok(posts.every(({ channel }) => channel === '#deals'));
});

test('remembers its webhooks after a restart, with the outcome of each message', async (t) => {
  const first = await openBench(t);
  const { id, path } = await first.control<Hook>('POST', '/slack/hook');
  await first.control('POST', `/slack/hook/${id}/archive`);
  await first.close();
  const second = await openBench(t, first.dataDir);
  assert.deepEqual(await second.post(path, { text: 'Hello' }), [410, 'channel_is_archived']);
  await second.control('POST', `/slack/hook/${id}/allow`);
  assert.deepEqual(await second.post(path, { text: 'Hello' }), [200, 'ok']);
  assert.deepEqual(await second.post(path.replace(id, 'B1'), { text: 'Hello' }), [404, 'no_service']);
  await assert.rejects(second.control('POST', '/slack/hook/B1/archive'), /there is no webhook B1/);
});

test('a recording does not contain the secret of a webhook', () => {
  assert.equal(maskPath('/slack/services/T1/B1/secret'), '/slack/services/T1/B1/(masked)');
  assert.equal(maskPath('/salesforce/x/services/data/v60.0/query'), '/salesforce/x/services/data/v60.0/query');
});
