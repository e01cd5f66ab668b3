import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { startSlackSimulator } from '../../../../simulators/slack/server.ts';
import { startTeamsSimulator } from '../../../../simulators/teams/server.ts';
import { createOutgoing } from '../outgoing/outgoing.ts';
import { isPartnerError, type PartnerError } from '../partner-error.ts';
import { type Controls, startSimulated } from '../simulated.test-support.ts';
import type { ChatMessage, ChatSender } from './port.ts';
import { createSlackSender } from './slack.ts';
import { createTeamsSender } from './teams.ts';

const message: ChatMessage = {
  title: 'Offer <accepted>',
  text: 'The buyer accepted offer “R&D <!channel>” (AWS).',
  facts: Array.from({ length: 25 }, (_, index) => [`Fact ${index}`, `*${index}* & [x](https://evil.example)`] as const),
  link: { label: 'Open', url: 'https://console.example/offer?id=1&tab=2' },
  priority: 'CRITICAL',
};

type Bench = { controls: Controls; sender: ChatSender; url: string; origin: string; id: string };
const benches: Bench[] = [];

const openBench = async (name: 'slack' | 'teams'): Promise<Bench> => {
  const { simulator, controls } = await startSimulated(
    name,
    name === 'slack' ? startSlackSimulator : startTeamsSimulator,
  );
  const outgoing = createOutgoing({ allowedOrigins: [simulator.url], answerMs: 500 });
  const sender = name === 'slack' ? createSlackSender(outgoing) : createTeamsSender(outgoing);
  const made = await controls.control<{ id: string; path: string }>('POST', name === 'slack' ? '/hook' : '/workflow');
  const bench = { controls, sender, url: `${simulator.url}${made.path}`, origin: simulator.url, id: made.id };
  benches.push(bench);
  return bench;
};
after(() => Promise.all(benches.map(({ controls }) => controls.close())));

/** The refusal of a message. It must not contain the secret address. */
const refusalOf = async ({ sender, url }: Bench, to = url): Promise<PartnerError> => {
  const error = await sender.send(to, message).then(
    () => assert.fail('it was sent'),
    (thrown: unknown) => thrown,
  );
  assert.ok(isPartnerError(error), String(error));
  const shown = `${error.message}\n${error.stack}\n${JSON.stringify(error)}\n${String(error.cause)}`;
  const { pathname, searchParams } = new URL(to);
  for (const secret of [pathname, pathname.split('/').at(-1) ?? '', searchParams.get('sig') ?? pathname])
    assert.ok(secret === 'invoke' || !shown.includes(secret), `${secret} is shown: ${shown}`);
  return error;
};

const outline = ({ outcome, partnerCode, retryable }: PartnerError): unknown[] => [outcome, partnerCode, retryable];

describe('Slack', () => {
  let bench: Bench;
  before(async () => {
    bench = await openBench('slack');
  });

  const posts = async (): Promise<{ body: { text: string; blocks: unknown[] } }[]> =>
    (await bench.controls.control<{ posts: { body: { text: string; blocks: unknown[] } }[] }>('GET', '/post')).posts;

  test('shows what is sent to it', async () => {
    await bench.sender.send(bench.url, message);
    const [post] = await posts();
    assert.equal(post?.body.text, 'Offer &lt;accepted&gt;: The buyer accepted offer “R&amp;D &lt;!channel&gt;” (AWS).');
    assert.equal(post?.body.blocks.length, 5);
  });

  test('reports permanently that a channel is gone, and how to fix it', async () => {
    for (const [act, code, status] of [
      ['archive', 'channel_is_archived', 410],
      ['prohibit', 'action_prohibited', 403],
      ['remove', 'no_service', 404],
    ] as const) {
      await bench.controls.control('POST', `/hook/${bench.id}/${act}`);
      const error = await refusalOf(bench);
      assert.deepEqual(outline(error), ['REFUSED', code, false]);
      assert.equal(error.httpStatus, status);
      assert.match(error.message, new RegExp(`^Slack refused the message: ${code}: `));
    }
    await bench.controls.control('POST', `/hook/${bench.id}/allow`);
    assert.deepEqual(outline(await refusalOf(bench, `${bench.url}x`)), ['REFUSED', 'invalid_token', false]);
    const nowhere = `${bench.origin}/slack/services/T0NONE/B0NONE/abcdefghijklmnop`;
    assert.deepEqual(outline(await refusalOf(bench, nowhere)), ['REFUSED', 'no_team', false]);
  });

  test('is retried later if it is busy, failing or silent', async () => {
    await bench.controls.fault('throttle');
    const busy = await refusalOf(bench);
    assert.deepEqual([...outline(busy), busy.retryAfterMs], ['REFUSED', 'rate_limited', true, 30_000]);
    await bench.controls.fault('internal-error');
    assert.deepEqual(outline(await refusalOf(bench)), ['UNKNOWN', 'rollup_error', true]);
    await bench.controls.fault('timeout-before');
    assert.deepEqual(outline(await refusalOf(bench)), ['UNKNOWN', 'ETIMEDOUT', true]);
    await bench.controls.fault('rubbish');
    assert.deepEqual(outline(await refusalOf(bench)), ['UNKNOWN', 'HTTP 200', true]);
    await bench.controls.fault('half-answer');
    assert.equal((await refusalOf(bench)).outcome, 'UNKNOWN');
  });
});

describe('Teams', () => {
  let bench: Bench;
  before(async () => {
    bench = await openBench('teams');
  });

  test('shows what is sent to it', async () => {
    await bench.sender.send(bench.url, message);
    const { runs } = await bench.controls.control<{ runs: { status: string; error: string }[] }>('GET', '/run');
    assert.deepEqual(
      runs.map(({ status, error }) => [status, error]),
      [['SUCCEEDED', '']],
    );
  });

  test('reports permanently that a workflow is off, gone or replaced', async () => {
    await bench.controls.control('POST', `/workflow/${bench.id}/disable`);
    assert.deepEqual(outline(await refusalOf(bench)), ['REFUSED', 'WorkflowTriggerIsNotEnabled', false]);
    await bench.controls.control('POST', `/workflow/${bench.id}/enable`);
    assert.deepEqual(outline(await refusalOf(bench, `${bench.url}x`)), ['REFUSED', 'AuthorizationFailed', false]);
    const gone = bench.url.replace(bench.id, 'z'.repeat(32));
    assert.deepEqual(outline(await refusalOf(bench, gone)), ['REFUSED', 'WorkflowNotFound', false]);
  });

  test('is retried later if it is busy, failing or silent', async () => {
    await bench.controls.fault('throttle');
    const busy = await refusalOf(bench);
    assert.deepEqual(
      [...outline(busy), busy.retryAfterMs],
      ['REFUSED', 'WorkflowTriggerRateLimitExceeded', true, 20_000],
    );
    await bench.controls.fault('internal-error');
    assert.deepEqual(outline(await refusalOf(bench)), ['UNKNOWN', 'InternalServerError', true]);
    await bench.controls.fault('timeout-before');
    assert.deepEqual(outline(await refusalOf(bench)), ['UNKNOWN', 'ETIMEDOUT', true]);
    await bench.controls.fault('timeout-after');
    assert.equal((await refusalOf(bench)).outcome, 'UNKNOWN');
  });
});

describe('the address of a channel', () => {
  test('leads to the public internet only', async () => {
    for (const create of [createSlackSender, createTeamsSender]) {
      const sender = create(createOutgoing({ resolve: async () => [{ address: '10.0.0.7', family: 4 }] }));
      for (const url of [
        'http://hooks.slack.com/services/T1/B1/verysecretpart',
        'https://127.0.0.1/services/T1/B1/verysecretpart',
        'https://inner.example/services/T1/B1/verysecretpart',
      ]) {
        const error = await refusalOf({ sender, url } as Bench);
        assert.deepEqual(outline(error), ['NOT_SENT', 'ADDRESS_REFUSED', false]);
      }
    }
  });

  test('appears in no error, even if it is invalid', async () => {
    const sender = createSlackSender(createOutgoing());
    const error = await sender.send('verysecretpart', message).catch((thrown: unknown) => thrown as PartnerError);
    assert.ok(isPartnerError(error) && !JSON.stringify([error, error.message]).includes('verysecret'));
  });

  test('is not called for someone who has left', async () => {
    const gone = AbortSignal.abort(new Error('gone'));
    const bench = await openBench('slack');
    await assert.rejects(bench.sender.send(bench.url, message, gone), /gone/);
    assert.equal((await bench.controls.control<{ count: number }>('GET', '/post')).count, 0);
  });
});
