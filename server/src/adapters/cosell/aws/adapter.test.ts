import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { type AwsSimulator, startSimulator } from '../../marketplace/aws/simulator.test-support.ts';
import { isPartnerError } from '../../partner-error.ts';
import { putAt } from '../document.ts';
import { having } from '../documents.test-support.ts';
import { type CoSellAccess, type ReferralDocument, staleVersionCode } from '../port.ts';
import { createAwsCoSell } from './adapter.ts';

const earlier = { since: new Date(0), isTaken: async () => false };
const document = having('AWS', { 'LifeCycle.TargetCloseDate': '2036-10-11', RelatedEntityIdentifiers: undefined });

let simulator: AwsSimulator;
let access: CoSellAccess;
let solutionId: string;
const aws = createAwsCoSell({ answerTimeoutMs: 2000 });
before(async () => {
  simulator = await startSimulator();
  const { id, accessKeyId, secretAccessKey } = simulator.seller;
  await simulator.control('POST', '/settings', { quotas: false, partnerTaskDelayMs: 0 });
  solutionId = (
    await simulator.control<{ id: string }>('POST', '/solution', { accountId: id, catalog: 'AWS', name: 'Acme API' })
  ).id;
  access = {
    ...{ connectionId: 'conn_test', partner: 'AWS', accountId: id, endpoint: `${simulator.url}/aws` },
    credentials: { accessKeyId, secretAccessKey },
  };
});
after(async () => {
  aws.close();
  await simulator.close();
});

const create = (key: string, given: ReferralDocument = document) => aws.create?.(access, given, {}, key, earlier) ?? '';
const read = async (id: string) => (await aws.read?.(access, id)) ?? assert.fail('not shown');

/** Repeats a call that AWS is still working on. */
const patiently = async <T>(call: () => Promise<T> | undefined, isOver: (value: T) => boolean): Promise<T> => {
  for (let tries = 0; ; tries += 1) {
    try {
      const value = (await call()) as T;
      if (isOver(value) || tries > 100) return value;
    } catch (error) {
      if (!isPartnerError(error) || error.partnerCode !== 'TaskInProgress' || tries > 100) throw error;
    }
  }
};
const submit = (id: string, key: string, solutions = [solutionId]) =>
  patiently(
    () => aws.submit?.(access, id, { related: { Solutions: solutions } }, key),
    () => true,
  );

it('an opportunity is created once, submitted once, approved and changed', async () => {
  const id = await create('a');
  assert.equal(await create('a'), id);
  assert.equal((await read(id)).standing, 'CREATED');
  await submit(id, 'b');
  await submit(id, 'b');
  assert.equal((await read(id)).standing, 'SUBMITTED');
  await simulator.control('POST', `/opportunity/${id}/approve`, {});
  const approved = await read(id);
  assert.equal(approved.standing, 'ACCEPTED');
  assert.deepEqual(approved.contacts.map(({ role }) => role).sort(), ['AWSAccountOwner', 'AWSSalesRep']);
  const next = putAt(approved.document, 'LifeCycle.NextSteps', 'Sign it');
  await aws.update?.(access, id, next, approved.version, 'c');
  assert.deepEqual((await read(id)).document, next);
  // The same write again: the response to the first was lost.
  await aws.update?.(access, id, next, approved.version, 'c');
  const other = putAt(approved.document, 'LifeCycle.NextSteps', 'Call them');
  await assert.rejects(aws.update?.(access, id, other, approved.version, 'd') ?? Promise.resolve(), {
    partnerCode: staleVersionCode,
  });
});

it('a failed task reports why', async () => {
  const id = await create('e', putAt(document, 'Marketing', undefined));
  await assert.rejects(submit(id, 'f'), { partnerCode: 'OpportunityValidationFailed', retryable: false });
});

it('a refusal names the fields of the document', async () => {
  const error = await Promise.resolve(create('g', putAt(document, 'LifeCycle.TargetCloseDate', '2001-01-01'))).catch(
    (thrown: unknown) => thrown,
  );
  assert.ok(isPartnerError(error));
  assert.deepEqual(
    aws.readFaults(error.details).map(({ path }) => path),
    ['LifeCycle.TargetCloseDate'],
  );
});

it('an invitation is read, accepted or declined', async () => {
  const body = { accountId: simulator.seller.id };
  const first = (await simulator.control<{ id: string }>('POST', '/engagement-invitation', body)).id;
  const second = (await simulator.control<{ id: string }>('POST', '/engagement-invitation', body)).id;
  assert.equal((await read(first)).standing, 'PENDING_ACCEPTANCE');
  const changes = await aws.listChanged?.(access, null);
  assert.ok(changes?.externalIds.includes(first));
  const accepted = await patiently(
    () => aws.accept?.(access, first, 'h'),
    (value) => value !== null,
  );
  const became = await read(first);
  assert.deepEqual([became.externalId, became.formerExternalId, became.direction], [accepted, first, 'INBOUND']);
  assert.equal((await read(accepted ?? '')).formerExternalId, first);
  const reason = `Not ours:\n👋 ${'x'.repeat(200)}`;
  await aws.decline?.(access, second, reason, 'i');
  await aws.decline?.(access, second, reason, 'i');
  const declined = await read(second);
  assert.deepEqual([declined.standing, declined.words.reason], ['REJECTED', `Not ours: ${'x'.repeat(70)}`]);
});

it('changes are listed from the time that AWS returned', async () => {
  const all = (await aws.listChanged?.(access, null)) ?? assert.fail();
  const none = (await aws.listChanged?.(access, all.cursor)) ?? assert.fail();
  assert.equal(none.cursor, all.cursor);
  const id = await create('j');
  assert.ok((await aws.listChanged?.(access, all.cursor))?.externalIds.includes(id));
});

it('connected partners are found by name', async () => {
  const body = { accountId: simulator.seller.id, name: 'Northwind Cloud' };
  await simulator.control('POST', '/connection', body);
  assert.equal((await aws.searchPartners?.(access, 'WIND', 5))?.[0]?.name, 'Northwind Cloud');
  assert.deepEqual(await aws.searchPartners?.(access, 'nobody', 5), []);
});

it('every open invitation is listed, however many there are', async () => {
  const body = { accountId: simulator.seller.id };
  const made: string[] = [];
  for (let count = 0; count < 101; count += 1)
    made.push((await simulator.control<{ id: string }>('POST', '/engagement-invitation', body)).id);
  for (const cursor of [null, new Date().toISOString()]) {
    const listed = new Set((await aws.listChanged?.(access, cursor))?.externalIds);
    assert.deepEqual(
      made.filter((id) => !listed.has(id)),
      [],
    );
  }
});
