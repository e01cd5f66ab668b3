import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { z } from 'zod';
import { freshDatabase } from '../../../test/fresh-database.ts';
import type { ReadCall } from '../../contract/call.ts';
import {
  createTestEngine,
  leaveMark,
  openTest,
  type TestEngine,
  testWorkflow,
} from '../../engine/engine.test-support.ts';
import { stepFailed } from '../../engine/workflow.ts';
import { isRefusal } from '../../kit/errors.ts';
import { decodeId, encodeId } from '../../kit/ids.ts';
import { getOperation, listOperationHistory, listOperations } from './reads.ts';
import { OperationHistory, OperationList, OperationListRequest, OperationReply } from './schema.ts';

const { url, drop } = await freshDatabase();
const database = await openTest(url);
let app: TestEngine;
const started: Record<string, string> = {};

before(async () => {
  app = await createTestEngine({
    database,
    workflows: [
      testWorkflow('offer.create', async (run, input) => {
        await run.change('mark', [], async (call) => {
          leaveMark(call, 'mark');
          if (input.child === true) await call.start('product.sync' as never, {} as never, { entityId: 'prod_1' });
        });
        return 'done';
      }),
      testWorkflow('offer.cancel', async (run) => {
        await run.partner('withdraw', {}, async (step) => {
          step.note({ requestId: 'r-1' });
          throw stepFailed('AlreadyAccepted', 'The agreement is accepted.');
        });
      }),
      testWorkflow('product.sync', async () => {}),
    ],
  });
  await app.engine.start();
  started.parent = await app.startRun('offer.create', { child: true }, 'offer_1');
  await app.engine.idle();
  started.failed = await app.startRun('offer.cancel', {}, 'offer_2');
  await app.engine.idle();
  for (let n = 0; n < 4; n += 1) await app.startRun('offer.create', {}, 'offer_3');
  await app.engine.idle();
});
after(async () => {
  await app.close();
  await database.close();
  await drop();
});

const callOf = (orgId = app.orgId): ReadCall => ({
  db: database.read(orgId),
  dbOf: (other) => database.read(other),
  orgId,
  actor: { type: 'user', id: 'user_1', name: 'test' },
  now: app.clock.now(),
  url: '',
  setHeader: () => {},
  setVersion: () => {},
});

const list = async (body?: object, orgId?: string) => {
  const parsed = body === undefined ? undefined : OperationListRequest.parse(body);
  const reply = await listOperations(callOf(orgId), { body: parsed });
  return OperationList.parse(reply);
};
const names = (reply: z.output<typeof OperationList>): string[] =>
  reply.operations.map((operation) => `${operation.name} ${operation.memo.entityId}`);
const idOf = (name: string): string => encodeId('operation', started[name] as string);

test('an operation shows what it is about and how it ended, with its children when asked', async () => {
  const params = { operationId: started.parent as string };
  const plain = OperationReply.parse(await getOperation(callOf(), { params, query: {} as never }));
  assert.equal(plain.status, 'COMPLETED');
  assert.equal(plain.message, 'done');
  assert.equal(plain.runId, plain.id);
  assert.deepEqual(plain.memo, {
    orgId: encodeId('org', app.orgId),
    scope: 'OFFER',
    service: 'MARKETPLACE',
    partner: 'AWS',
    entityId: 'offer_1',
    action: 'CREATE',
  });
  assert.equal(plain.childWorkflowOperations, undefined);
  const whole = await getOperation(callOf(), { params, query: { hasChildren: true, runId: plain.id } });
  assert.deepEqual(
    whole.childWorkflowOperations?.map((child) => child.name),
    ['product.sync'],
  );
  await assert.rejects(
    getOperation(callOf(), { params, query: { runId: idOf('failed') } as never }),
    (error) => isRefusal(error) && error.code === 'NotFound',
  );
  await assert.rejects(
    getOperation(callOf('01900000-0000-7000-8000-000000000000'), { params, query: {} as never }),
    (error) => isRefusal(error) && error.code === 'NotFound',
  );
});

test('the history names every attempt and the partner request', async () => {
  const reply = OperationHistory.parse(
    await listOperationHistory(callOf(), {
      params: { operationId: started.failed as string },
      query: { limit: undefined, offset: undefined },
    }),
  );
  assert.deepEqual(
    reply.operationHistoryEvent.map((event) => [event.eventId, event.eventType]),
    [
      [1, 'WorkflowExecutionStarted'],
      [2, 'ActivityTaskStarted'],
      [3, 'ActivityTaskFailed'],
      [4, 'WorkflowExecutionFailed'],
    ],
  );
  assert.deepEqual(reply.operationHistoryEvent[2]?.attributes, {
    step: 'withdraw',
    attempt: 1,
    requestId: 'r-1',
    code: 'AlreadyAccepted',
    message: 'The agreement is accepted.',
    final: true,
  });
  const failed = await getOperation(callOf(), {
    params: { operationId: started.failed as string },
    query: {} as never,
  });
  assert.equal(failed.memo.errorCode, 'AlreadyAccepted');
});

test('filters narrow by every field', async () => {
  const of = async (filter: object) => names(await list({ filter }));
  const is = (field: string, value: unknown) => ({ operator: '=', field, value });
  assert.equal((await list()).operations.length, 7);
  assert.deepEqual(await of(is('entityId', 'offer_1')), ['offer.create offer_1']);
  assert.deepEqual(await of(is('ExecutionStatus', 'Failed')), ['offer.cancel offer_2']);
  assert.deepEqual(await of(is('ParentWorkflowId', idOf('parent'))), ['product.sync prod_1']);
  assert.deepEqual(await of(is('ParentRunId', idOf('parent'))), ['product.sync prod_1']);
  assert.deepEqual(await of(is('partner', null)), ['product.sync prod_1']);
  assert.deepEqual(await of({ operator: '!=', field: 'partner', value: 'AWS' }), ['product.sync prod_1']);
  assert.deepEqual(await of({ operator: 'not_in', field: 'action', values: ['CREATE', 'SYNC'] }), [
    'offer.cancel offer_2',
  ]);
  assert.equal((await of({ operator: 'in', field: 'scope', values: ['OFFER', 'PRODUCT'] })).length, 7);
  assert.equal((await of({ operator: 'or', args: [is('entityId', 'offer_1'), is('entityId', 'offer_2')] })).length, 2);
  assert.deepEqual(await of({ operator: 'and', args: [is('scope', 'OFFER'), is('entityId', 'prod_1')] }), []);
  assert.equal((await of(is('orgId', encodeId('org', app.orgId)))).length, 7);
  assert.deepEqual(await of(is('orgId', 'org_nothing')), []);
  assert.deepEqual(await of(is('StartTime', '2020-01-01T00:00:00Z')), []);
  const first = (await list({ filter: is('entityId', 'offer_1') })).operations[0];
  assert.deepEqual(await of(is('CloseTime', first?.endTime)), ['offer.create offer_1']);
  assert.deepEqual((await list({}, '01900000-0000-7000-8000-000000000000')).operations, []);
});

test('a wrong filter is refused with every fault', async () => {
  const filter = {
    operator: 'and',
    args: [
      { operator: '=', field: 'name', value: 'x' },
      { operator: '=', field: 'scope' },
      { operator: 'in', field: 'ExecutionStatus', values: ['Running', 'Sleeping'] },
      { operator: '=', field: 'StartTime', value: 'yesterday' },
      { operator: 'or' },
    ],
  };
  await assert.rejects(list({ filter }), (error) => {
    assert.ok(isRefusal(error));
    assert.deepEqual(
      (error.info as { path: string }[]).map((fault) => fault.path),
      [
        'filter.args.0.field',
        'filter.args.1.value',
        'filter.args.2.values.1',
        'filter.args.3.value',
        'filter.args.4.args',
      ],
    );
    return true;
  });
  let deep: object = { operator: '=', field: 'scope', value: 'OFFER' };
  for (let depth = 0; depth < 10; depth += 1) deep = { operator: 'and', args: [deep] };
  await assert.rejects(list({ filter: deep }), /nested deeper/);
  assert.equal(OperationListRequest.safeParse({ limit: 0 }).success, false);
  await assert.rejects(list({ offsetToken: 'rubbish' }), /must be a token that this list has answered/);
});

test('pages show each operation once while others are started', async () => {
  const seen: string[] = [];
  let offsetToken: string | undefined;
  do {
    const page = await list({ limit: 2, ...(offsetToken === undefined ? {} : { offsetToken }) });
    seen.push(...page.operations.map((operation) => operation.id));
    offsetToken = page.offsetToken;
    if (seen.length === 2) await app.startRun('product.sync', {}, 'prod_2');
  } while (offsetToken !== undefined);
  assert.equal(seen.length, 7);
  assert.equal(new Set(seen).size, 7);
  assert.ok(seen.every((id) => decodeId('operation', id) !== null));
  assert.equal((await list({ limit: 5000 })).operations.length, 8);
  await app.engine.idle();
});
