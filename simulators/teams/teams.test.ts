import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { openSimulator } from '../kit/bench.test-support.ts';
import { startTeamsSimulator } from './server.ts';

type Workflow = { id: string; path: string };
type Run = { status: string; error: string };

const openBench = async (t: TestContext) => {
  const simulator = await openSimulator(t, startTeamsSimulator);
  const workflow = await simulator.control<Workflow>('POST', '/teams/workflow', { channel: 'Deals' });
  const post = async (body: unknown, path = workflow.path): Promise<[number, string]> => {
    const text = typeof body === 'string' ? body : JSON.stringify(body);
    const response = await fetch(`${simulator.url}${path}`, { method: 'POST', body: text });
    const answer = await response.text();
    return [response.status, answer === '' ? '' : (JSON.parse(answer) as { error: { code: string } }).error.code];
  };
  const lastRun = async (): Promise<Run | undefined> =>
    (await simulator.control<{ runs: Run[] }>('GET', '/teams/run')).runs.at(-1);
  return { ...simulator, workflow, post, lastRun };
};

const contentType = 'application/vnd.microsoft.card.adaptive';
const withCard = (card: object) => ({
  type: 'message',
  attachments: [{ contentType, content: { type: 'AdaptiveCard', version: '1.4', ...card } }],
});
const block = (more: object) => ({ body: [{ type: 'TextBlock', text: 'Hello', ...more }] });

test('responds before it looks at a card: one that cannot be posted fails its run', async (t) => {
  const { post, lastRun } = await openBench(t);
  for (const card of [
    block({ wrap: true, weight: 'Bolder', size: 'Large' }),
    { body: [{ type: 'RichTextBlock', inlines: ['a', { type: 'TextRun', text: 'b' }] }] },
    { body: [{ type: 'FactSet', facts: [{ title: 'a', value: 'b' }] }], actions: [] },
  ]) {
    assert.deepEqual(await post(withCard(card)), [202, '']);
    assert.deepEqual((await lastRun())?.status, 'SUCCEEDED');
  }
  for (const card of [
    { version: '1.9' },
    { type: 'MessageCard' },
    block({ size: 'Huge' }),
    { body: [{ type: 'Unheard' }] },
    { actions: [{ type: 'Action.OpenUrl', url: 'nonsense' }] },
    block({ text: 'x'.repeat(30_000) }),
  ]) {
    assert.deepEqual(await post(withCard(card)), [202, '']);
    const run = await lastRun();
    assert.equal(run?.status, 'FAILED', JSON.stringify(card).slice(0, 99));
    assert.notEqual(run.error, '');
  }
});

test('refuses what a workflow trigger refuses', async (t) => {
  const { post, workflow, control } = await openBench(t);
  const good = withCard(block({}));
  const { path, id } = workflow;
  for (const body of [{}, { type: 'message' }, { type: 'message', attachments: [] }, { ...good, type: 'text' }])
    assert.deepEqual(await post(body), [400, 'TriggerInputSchemaMismatch']);
  assert.deepEqual(await post('{'), [400, 'InvalidRequestContent']);
  assert.deepEqual(await post(good, path.replace(/&sig=.*/, '')), [401, 'DirectApiAuthorizationRequired']);
  assert.deepEqual(await post(good, `${path}x`), [401, 'AuthorizationFailed']);
  await control('POST', `/teams/workflow/${id}/disable`);
  assert.deepEqual(await post(good), [400, 'WorkflowTriggerIsNotEnabled']);
  await control('POST', `/teams/workflow/${id}/enable`);
  assert.deepEqual(await post(good), [202, '']);
  await control('DELETE', `/teams/workflow/${id}`);
  assert.deepEqual(await post(good), [404, 'WorkflowNotFound']);
});
