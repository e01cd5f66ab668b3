import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ListConnectionsCommand } from '@aws-sdk/client-partnercentral-account';
import {
  CreateOpportunityCommand,
  GetOpportunityCommand,
  ListOpportunitiesCommand,
  PartnerCentralSellingClient,
} from '@aws-sdk/client-partnercentral-selling';
import { createQuotas } from '../quotas.ts';
import { clientsOf, failureOf, openBench } from '../simulator.test-support.ts';
import {
  approved,
  associate,
  completeOpportunity,
  create,
  eventTypes,
  get,
  openPartnerBench,
  startSubmission,
} from './partner-bench.test-support.ts';

const createCommand = (ClientToken: string) => new CreateOpportunityCommand(completeOpportunity({ ClientToken }));

test('writes share a quota of one per second and 10,000 per day, reads one of ten per second', () => {
  const quotas = createQuotas();
  const takes = (operation: string, wall: number) =>
    quotas.take('1', { service: 'selling', operation, region: 'us-east-1' }, wall);
  assert.deepEqual(
    [takes('CreateOpportunity', 0), takes('UpdateOpportunity', 999), takes('AssociateOpportunity', 1000)],
    [true, false, true],
  );
  assert.equal(
    quotas.take('2', { service: 'selling', operation: 'CreateOpportunity', region: 'us-east-1' }, 1000),
    true,
  );
  const reads = Array.from({ length: 12 }, (_, index) => takes(index % 2 ? 'GetOpportunity' : 'ListSolutions', 1000));
  assert.equal(reads.filter((isTaken) => isTaken).length, 10);
  assert.equal(takes('ListEngagements', 1000), true);
  assert.equal(
    quotas.take('1', { service: 'partner-account', operation: 'ListConnections', region: 'us-east-1' }, 1000),
    true,
  );

  let taken = 2;
  for (let second = 2; second < 86_000; second += 1) taken += takes('CreateOpportunity', second * 1000) ? 1 : 0;
  assert.equal(taken, 10_000);
  const day = 24 * 3_600_000;
  assert.equal(takes('CreateOpportunity', day - 60_000), false);
  assert.equal(takes('CreateOpportunity', day + 60_000), true);
});

test('a call beyond its quota is throttled as by the service', async (t) => {
  const bench = await openBench(t);
  const calls = ['a', 'b', 'c', 'd'].map((token) => bench.selling.send(createCommand(token)));
  const refused = (await Promise.allSettled(calls)).filter((call) => call.status === 'rejected');
  assert.ok(refused.length > 0);
  for (const { reason } of refused) {
    assert.deepEqual([reason.name, reason.$metadata.httpStatusCode], ['ThrottlingException', 429]);
  }
});

test('a call must be signed for its own service, in its only region', async (t) => {
  const bench = await openPartnerBench(t);
  const read = new ListOpportunitiesCommand({ Catalog: 'AWS' });
  const { accessKeyId, secretAccessKey } = bench.seller;
  const config = { endpoint: bench.url, credentials: { accessKeyId, secretAccessKey }, maxAttempts: 1 };
  // The bare address is an endpoint too.
  const bare = new PartnerCentralSellingClient({ ...config, region: 'us-east-1' });
  assert.deepEqual((await bare.send(read)).OpportunitySummaries, []);
  const west = clientsOf(bench.url, bench.seller, 'us-west-2');
  assert.equal((await failureOf(west.selling.send(read))).name, 'InvalidSignatureException');
  const { middlewareStack } = bench.partners;
  middlewareStack.add(
    (next) => (args) => {
      (args.request as { headers: Record<string, string> }).headers['x-amz-target'] =
        'AWSPartnerCentralSelling.ListOpportunities';
      return next(args);
    },
    { step: 'build' },
  );
  const foreign = await failureOf(bench.partners.send(new ListConnectionsCommand({ Catalog: 'AWS' })));
  assert.equal(foreign.name, 'InvalidSignatureException');
});

test('faults apply to Partner Central: a response is lost, a task fails, an event is dropped', async (t) => {
  const bench = await openPartnerBench(t);
  const fault = (body: object) => bench.post('/aws/fault', body);
  for (const [name, error] of [
    ['throttle', 'ThrottlingException'],
    ['internal-error', 'InternalServerException'],
  ]) {
    await fault({ name, operation: 'CreateOpportunity' });
    assert.equal((await failureOf(bench.selling.send(createCommand('lost')))).name, error);
  }
  await fault({ name: 'timeout-after', operation: 'CreateOpportunity' });
  await failureOf(bench.selling.send(createCommand('lost')));
  const { Id = '' } = await bench.selling.send(createCommand('lost'));
  const { OpportunitySummaries } = await bench.selling.send(new ListOpportunitiesCommand({ Catalog: 'AWS' }));
  assert.deepEqual(
    OpportunitySummaries?.map((item) => item.Id),
    [Id],
  );
  await associate(bench, Id, bench.solutionId);
  await fault({ name: 'partner-task-failure', reasonCode: 'ServiceQuotaExceeded', message: 'Later.' });
  const failed = await startSubmission(bench, Id);
  assert.deepEqual(
    [failed.TaskStatus, failed.ReasonCode, failed.Message],
    ['FAILED', 'ServiceQuotaExceeded', 'Later.'],
  );
  assert.equal((await startSubmission(bench, Id)).TaskStatus, 'COMPLETE');
  await fault({ name: 'drop-message', operation: 'Opportunity Updated' });
  await bench.post(`/aws/opportunity/${Id}/approve`);
  const { messages } = await bench.get<{ messages: { type: string; status: string }[] }>('/aws/message?status=DROPPED');
  assert.deepEqual(
    messages.map(({ type }) => type),
    ['Opportunity Updated'],
  );
});

test('a restart loses nothing: neither opportunities nor pending work', async (t) => {
  const bench = await openPartnerBench(t);
  const id = await approved(bench);
  const draft = await create(bench);
  await associate(bench, draft, bench.solutionId);
  const invitation = { accountId: bench.seller.id, expiresInDays: 1 };
  const { id: invitationId } = await bench.post<{ id: string }>('/aws/engagement-invitation', invitation);
  const before = bench.snapshot();
  await bench.close();
  const reopened = await openPartnerBench(t, { reopen: bench });
  assert.deepEqual(reopened.snapshot(), before);
  assert.equal((await get(reopened, id)).LifeCycle?.ReviewStatus, 'Approved');
  assert.equal((await startSubmission(reopened, draft)).TaskStatus, 'COMPLETE');
  await reopened.post('/clock', { advance: 'P1D' });
  assert.ok((await eventTypes(reopened)).includes('Engagement Invitation Expired'));
  const { engagementInvitations } = await reopened.get<{ engagementInvitations: { id: string; status: string }[] }>(
    '/aws/engagement-invitation',
  );
  assert.equal(engagementInvitations.find((item) => item.id === invitationId)?.status, 'EXPIRED');
});

test('the same calls give the same ids', async (t) => {
  const ids: string[] = [];
  for (let run = 0; run < 2; run += 1) {
    const bench = await openPartnerBench(t);
    const { Id = '' } = await bench.selling.send(createCommand('a'));
    ids.push(`${Id} ${bench.solutionId}`);
    await bench.close();
  }
  assert.equal(ids[0], ids[1]);
});

test('the control API sends the events that no page describes, and refuses impossible ones', async (t) => {
  const bench = await openPartnerBench(t);
  const id = await create(bench);
  const refusalOf = async (call: Promise<unknown>) => (await failureOf(call)).message;
  const event = (type: string) => bench.post(`/aws/opportunity/${id}/event`, { type });
  await event('Opportunity Accepted');
  assert.deepEqual((await eventTypes(bench)).slice(-1), ['Opportunity Accepted']);
  assert.equal(await refusalOf(event('Engagement Member Joined')), 'the opportunity has no engagement yet');
  assert.equal(
    await refusalOf(bench.patch(`/aws/opportunity/${id}/aws`, { score: 5 })),
    'AWS tracks an opportunity once it is submitted',
  );
  assert.equal(
    await refusalOf(bench.post('/aws/engagement-invitation', { accountId: '000000000000' })),
    'there is no seller account 000000000000',
  );
  const opportunity = { Project: { CustomerBusinessProblem: 'Short' } };
  assert.match(
    await refusalOf(bench.post('/aws/engagement-invitation', { accountId: bench.seller.id, opportunity })),
    /^opportunity\.Project\.CustomerBusinessProblem: must have 20 to 2000 characters/,
  );
  const shown = await bench.selling.send(new GetOpportunityCommand({ Catalog: 'AWS', Identifier: id }));
  assert.equal(shown.Id, id);
});
