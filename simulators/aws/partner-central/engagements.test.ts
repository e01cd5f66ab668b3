import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  AcceptEngagementInvitationCommand,
  CreateEngagementInvitationCommand,
  CreateOpportunityCommand,
  DisassociateOpportunityCommand,
  GetAwsOpportunitySummaryCommand,
  GetEngagementCommand,
  GetEngagementInvitationCommand,
  GetResourceSnapshotCommand,
  ListEngagementInvitationsCommand,
  ListEngagementMembersCommand,
  ListEngagementsCommand,
  ListOpportunitiesCommand,
  RejectEngagementInvitationCommand,
  StartEngagementByAcceptingInvitationTaskCommand,
  StartEngagementFromOpportunityTaskCommand,
} from '@aws-sdk/client-partnercentral-selling';
import { eventually, takeMessages } from '../../kit/bench.test-support.ts';
import { type Bench, buyer, clientsOf, failureOf, type Seller, seedProduct } from '../simulator.test-support.ts';
import {
  acceptanceOf,
  approved,
  associate,
  complete,
  completeOpportunity,
  create,
  eventTypes,
  get,
  newToken,
  openPartnerBench,
  problemsOf,
  submitted,
  update,
} from './partner-bench.test-support.ts';

const business = 'ValidationException BUSINESS_VALIDATION_FAILED';
const summaryOf = (bench: Bench, id: string) =>
  bench.selling.send(new GetAwsOpportunitySummaryCommand({ Catalog: 'AWS', RelatedOpportunityIdentifier: id }));

type Invited = { id: string; engagementId: string; expiresAt: number };
const invite = (bench: Bench, more: object = {}): Promise<Invited> =>
  bench.post<Invited>('/aws/engagement-invitation', { accountId: bench.seller.id, ...more });
const getInvitation = (bench: Bench, Identifier: string) =>
  bench.selling.send(new GetEngagementInvitationCommand({ Catalog: 'AWS', Identifier }));
const accept = (bench: Bench, Identifier: string, ClientToken = newToken()) =>
  bench.selling.send(new StartEngagementByAcceptingInvitationTaskCommand({ Catalog: 'AWS', ClientToken, Identifier }));

test('a task submits an opportunity, and its status reports the progress', async (t) => {
  const bench = await openPartnerBench(t);
  await bench.post('/aws/settings', { partnerTaskDelayMs: 3_600_000 });
  const id = await create(bench);
  await associate(bench, id, bench.solutionId);
  const command = new StartEngagementFromOpportunityTaskCommand({
    Catalog: 'AWS',
    ClientToken: 'once',
    Identifier: id,
    AwsSubmission: { InvolvementType: 'Co-Sell', Visibility: 'Limited' },
  });
  const started = await bench.selling.send(command);
  assert.deepEqual([started.TaskStatus, started.OpportunityId, started.EngagementId], ['IN_PROGRESS', id, undefined]);
  assert.equal((await get(bench, id)).LifeCycle?.ReviewStatus, 'Pending Submission');
  await bench.post('/clock', { advance: 'PT1H' });
  const ended = await bench.selling.send(command);
  assert.deepEqual([ended.TaskId, ended.TaskStatus], [started.TaskId, 'COMPLETE']);
  assert.match(ended.EngagementId ?? '', /^eng-[0-9a-z]{14}$/);
  assert.match(ended.EngagementInvitationId ?? '', /^engi-[0-9a-z]{13}$/);
  assert.match(ended.ResourceSnapshotJobId ?? '', /^job-[0-9a-z]{13}$/);
  assert.equal((await get(bench, id)).LifeCycle?.ReviewStatus, 'Submitted');

  const sent = await bench.selling.send(
    new ListEngagementInvitationsCommand({ Catalog: 'AWS', ParticipantType: 'SENDER' }),
  );
  assert.deepEqual(
    sent.EngagementInvitationSummaries?.map((item) => [item.Id, item.Status]),
    [[ended.EngagementInvitationId, 'PENDING']],
  );
  const engagement = await bench.selling.send(
    new GetEngagementCommand({ Catalog: 'AWS', Identifier: ended.EngagementId }),
  );
  assert.equal(engagement.Contexts?.[0]?.Payload?.CustomerProject?.Customer?.CompanyName, 'Globex');
});

test('a review is announced, invites AWS in, and opens the summary with team and score', async (t) => {
  const bench = await openPartnerBench(t);
  const early = await failureOf(summaryOf(bench, await create(bench)));
  assert.equal(early.name, 'ResourceNotFoundException');
  const before = (await eventTypes(bench)).length;
  const id = await submitted(bench);
  const unscored = await summaryOf(bench, id);
  assert.deepEqual(
    [unscored.LifeCycle?.Stage, unscored.Insights?.OpportunityQuality, unscored.OpportunityTeam, unscored.Origin],
    ['Not Started', undefined, [], 'Partner Referral'],
  );
  await bench.post(`/aws/opportunity/${id}/start-review`);
  await bench.post(`/aws/opportunity/${id}/approve`);
  const shared = 'Engagement Resource Snapshot Created';
  assert.deepEqual((await eventTypes(bench)).slice(before), [
    'Opportunity Created',
    'Opportunity Updated',
    ...[
      'Engagement Created',
      'Engagement Member Added',
      'Engagement Invitation Created',
      'Opportunity Updated',
      shared,
    ],
    ...['Opportunity Updated', shared],
    ...['Engagement Invitation Accepted', 'Engagement Member Added', 'Opportunity Updated', shared],
  ]);
  await bench.patch(`/aws/opportunity/${id}/aws`, {
    stage: 'Qualified',
    score: 81,
    trend: 'Improving',
    nextSteps: 'Meet.',
  });
  const summary = await summaryOf(bench, id);
  assert.deepEqual(
    [summary.LifeCycle?.Stage, summary.Insights?.OpportunityQuality, summary.Insights?.EngagementScore],
    ['Qualified', { Score: 81, Trend: 'Improving' }, 'Medium'],
  );
  assert.deepEqual(
    summary.OpportunityTeam?.map(({ BusinessTitle }) => BusinessTitle),
    ['AWSSalesRep', 'AWSAccountOwner'],
  );
  assert.equal((await get(bench, id)).LifeCycle?.Stage, 'Qualified');
  const { opportunities } = await bench.get<{ opportunities: { engagementId: string }[] }>('/aws/opportunity');
  const Identifier = opportunities.find(({ engagementId }) => engagementId !== null)?.engagementId;
  const members = await bench.selling.send(new ListEngagementMembersCommand({ Catalog: 'AWS', Identifier }));
  assert.deepEqual(
    members.EngagementMemberList?.map(({ AccountId }) => AccountId),
    [bench.seller.id, 'aws'],
  );
  const again = await bench.post(`/aws/opportunity/${id}/approve`).catch((error) => error);
  assert.deepEqual(
    [again.status, again.message],
    [409, 'the opportunity is Approved; it must be Submitted or In review'],
  );
});

test('events contain ids only, and name the catalog', async (t) => {
  const bench = await openPartnerBench(t, { catalog: 'Sandbox' });
  const received: Record<string, never>[] = [];
  const url = await takeMessages(t, ({ text }) => {
    received.push(JSON.parse(text));
    return { status: 200 };
  });
  await bench.put(`/aws/account/${bench.seller.id}/message-target`, { url });
  const id = await create(bench, { Catalog: 'Sandbox' });
  while (received.length === 0) await new Promise((resolve) => setTimeout(resolve, 5));
  const { id: _id, time: _time, ...event } = received[0] ?? {};
  assert.deepEqual(event, {
    version: '0',
    'detail-type': 'Opportunity Created',
    source: 'aws.partnercentral-selling',
    account: bench.seller.id,
    region: 'us-east-1',
    resources: [],
    detail: { schemaVersion: '1.0', catalog: 'Sandbox', opportunity: { identifier: id } },
  });
});

test('every event reaches the seller in its documented form', async (t) => {
  const bench = await openPartnerBench(t);
  const types = new Set<string>();
  const url = await takeMessages(t, ({ text }) => {
    types.add((JSON.parse(text) as { 'detail-type': string })['detail-type']);
    return { status: 200 };
  });
  await bench.put(`/aws/account/${bench.seller.id}/message-target`, { url });
  const id = await approved(bench);
  await bench.post(`/aws/opportunity/${await submitted(bench)}/reject`);
  for (const type of [
    'Opportunity Accepted',
    'Opportunity Rejected',
    'Engagement Member Joined',
    'Resource Snapshot Created',
  ]) {
    await bench.post(`/aws/opportunity/${id}/event`, { type });
  }
  await invite(bench, { expiresInDays: 1 });
  await bench.post('/clock', { advance: 'P1D' });
  // The exchanges of a test run are checked against the guide's examples when it ends.
  await eventually(async () => {
    const { count } = await bench.get<{ count: number }>('/aws/message?status=PENDING');
    return count === 0;
  });
  assert.deepEqual([...types].sort(), [
    'Engagement Created',
    'Engagement Invitation Accepted',
    'Engagement Invitation Created',
    'Engagement Invitation Expired',
    'Engagement Invitation Rejected',
    'Engagement Member Added',
    'Engagement Member Joined',
    'Engagement Resource Snapshot Created',
    'Opportunity Accepted',
    'Opportunity Created',
    'Opportunity Rejected',
    'Opportunity Updated',
    'Resource Snapshot Created',
  ]);
});

test('an invitation from AWS hides the customer, and accepting it creates the opportunity and later adds the contacts', async (t) => {
  const bench = await openPartnerBench(t);
  const { id } = await invite(bench);
  const shown = await getInvitation(bench, id);
  const { Customer, Project, SenderContacts } = shown.Payload?.OpportunityInvitation ?? {};
  assert.deepEqual(Object.keys(Customer ?? {}).sort(), ['CompanyName', 'CountryCode', 'Industry', 'WebsiteUrl']);
  assert.deepEqual([shown.Status, shown.SenderAwsAccountId, SenderContacts?.length], ['PENDING', 'aws', 1]);
  assert.deepEqual(
    (await bench.selling.send(new ListOpportunitiesCommand({ Catalog: 'AWS' }))).OpportunitySummaries,
    [],
  );

  const started = await accept(bench, id, 'once');
  assert.equal(started.TaskStatus, 'IN_PROGRESS');
  const { TaskStatus, OpportunityId = '' } = await acceptanceOf(bench, id);
  assert.equal(TaskStatus, 'COMPLETE');
  assert.equal((await accept(bench, id, 'once')).OpportunityId, OpportunityId);
  const fresh = await get(bench, OpportunityId);
  assert.deepEqual(
    [
      fresh.Project?.Title,
      fresh.LifeCycle?.Stage,
      fresh.LifeCycle?.ReviewStatus,
      fresh.Customer?.Account?.Address?.City,
    ],
    [Project?.Title, 'Prospect', 'Approved', 'Seattle'],
  );
  assert.equal(fresh.Customer?.Contacts, undefined);
  assert.equal((await summaryOf(bench, OpportunityId)).Origin, 'AWS Referral');
  const events = (await eventTypes(bench)).slice(-5);
  assert.deepEqual(events, [
    'Engagement Invitation Accepted',
    'Engagement Member Added',
    'Opportunity Created',
    'Opportunity Updated',
    'Engagement Resource Snapshot Created',
  ]);
  await bench.post('/clock', { advance: 'PT9M' });
  assert.equal((await get(bench, OpportunityId)).Customer?.Contacts, undefined);
  await bench.post('/clock', { advance: 'PT21M' });
  const late = await get(bench, OpportunityId);
  assert.deepEqual(
    late.Customer?.Contacts?.map(({ Email }) => Email),
    ['kim.lee@northwind.example'],
  );
  // It is managed like any other from now on, with the partner's own identifier.
  await update(bench, OpportunityId, ({ LifeCycle }) => ({
    PartnerOpportunityIdentifier: 'CRM-9',
    LifeCycle: { ...LifeCycle, Stage: 'Qualified' },
  }));
  const second = await accept(bench, id);
  assert.equal(second.TaskStatus, 'IN_PROGRESS');
  assert.deepEqual((await acceptanceOf(bench, id)).ReasonCode, 'InvitationValidationFailed');
});

test('an invitation is rejected or expires, and its content is then gone', async (t) => {
  const bench = await openPartnerBench(t);
  const { id } = await invite(bench);
  const reject = (RejectionReason: string) =>
    bench.selling.send(new RejectEngagementInvitationCommand({ Catalog: 'AWS', Identifier: id, RejectionReason }));
  assert.deepEqual(await problemsOf(reject('x'.repeat(81))), [
    'ValidationException REQUEST_VALIDATION_FAILED',
    'INVALID_STRING_FORMAT RejectionReason',
  ]);
  await reject('Unable to support');
  const rejected = await getInvitation(bench, id);
  assert.deepEqual(
    [rejected.Status, rejected.RejectionReason, rejected.Payload],
    ['REJECTED', 'Unable to support', undefined],
  );
  assert.equal((await failureOf(reject('Other'))).name, 'ConflictException');

  const late = await invite(bench, { expiresInDays: 3 });
  await bench.post('/clock', { advance: 'P3D' });
  assert.equal((await getInvitation(bench, late.id)).Status, 'EXPIRED');
  assert.deepEqual((await eventTypes(bench)).slice(-1), ['Engagement Invitation Expired']);
  const received = await bench.selling.send(
    new ListEngagementInvitationsCommand({ Catalog: 'AWS', ParticipantType: 'RECEIVER', Status: ['EXPIRED'] }),
  );
  assert.deepEqual(
    received.EngagementInvitationSummaries?.map(({ Id }) => Id),
    [late.id],
  );
  const call = bench.selling.send(new AcceptEngagementInvitationCommand({ Catalog: 'AWS', Identifier: late.id }));
  assert.equal((await failureOf(call)).name, 'ConflictException');
});

test('Sandbox turns an opportunity into a referral from AWS', async (t) => {
  const bench = await openPartnerBench(t, { catalog: 'Sandbox' });
  const { Id = '' } = await bench.selling.send(
    new CreateOpportunityCommand(completeOpportunity({ Catalog: 'Sandbox', Origin: 'AWS Referral' })),
  );
  assert.equal((await failureOf(get(bench, Id, 'Sandbox'))).name, 'ResourceNotFoundException');
  const { EngagementInvitationSummaries = [] } = await bench.selling.send(
    new ListEngagementInvitationsCommand({ Catalog: 'Sandbox', ParticipantType: 'RECEIVER' }),
  );
  const Identifier = EngagementInvitationSummaries[0]?.Id ?? '';
  await bench.selling.send(
    new StartEngagementByAcceptingInvitationTaskCommand({ Catalog: 'Sandbox', ClientToken: 'a', Identifier }),
  );
  await bench.post('/clock', { advance: 'PT1S' });
  assert.equal((await get(bench, Id, 'Sandbox')).Customer?.Account?.CompanyName, 'Globex');
});

test('one private offer of the seller is linked to an opportunity', async (t) => {
  const bench = await openPartnerBench(t);
  const { productId, publicOfferId } = await seedProduct(bench);
  const offer = async (owner: Seller, product: string): Promise<string> => {
    const body = {
      productId: product,
      buyerAccountIds: [buyer],
      terms: [{ Type: 'SupportTerm', RefundPolicy: 'None.' }],
    };
    const { offerId } = await bench.post<{ offerId: string }>('/aws/offer', body);
    return `arn:aws:aws-marketplace:us-east-1:${owner.id}:AWSMarketplace/Offer/${offerId}`;
  };
  const arn = await offer(bench.seller, productId);
  const id = await approved(bench);
  const link = (given: string) => associate(bench, id, given, 'AwsMarketplaceOffers');
  assert.deepEqual(await problemsOf(link('offer-abc')), [business, 'INVALID_STRING_FORMAT RelatedEntityIdentifier']);
  assert.deepEqual(await problemsOf(link(`${arn}x`)), ['ResourceNotFoundException']);
  const open = arn.replace(/offer-\w+$/, publicOfferId);
  assert.deepEqual(await problemsOf(link(open)), [business, 'INVALID_VALUE RelatedEntityIdentifier']);
  const other = await bench.post<Seller>('/aws/account', { name: 'Other' });
  const theirs = await seedProduct(bench, { sellerAccountId: other.id });
  assert.deepEqual(await problemsOf(link(await offer(other, theirs.productId))), ['ResourceNotFoundException']);
  await link(arn);
  assert.deepEqual(await problemsOf(link(arn)), [business, 'DUPLICATE_KEY_VALUE RelatedEntityIdentifier']);
  const second = await offer(bench.seller, productId);
  assert.deepEqual(await problemsOf(link(second)), [business, 'TOO_MANY_VALUES RelatedEntityIdentifier']);
  assert.deepEqual((await get(bench, id)).RelatedEntityIdentifiers?.AwsMarketplaceOffers, [arn]);

  const unlink = (RelatedEntityType: 'Solutions' | 'AwsMarketplaceOffers', RelatedEntityIdentifier: string) =>
    bench.selling.send(
      new DisassociateOpportunityCommand({
        Catalog: 'AWS',
        OpportunityIdentifier: id,
        RelatedEntityType,
        RelatedEntityIdentifier,
      }),
    );
  await unlink('AwsMarketplaceOffers', arn);
  await link(second);
  const last = await problemsOf(unlink('Solutions', bench.solutionId));
  assert.deepEqual(last, [business, 'NOT_ENOUGH_VALUES RelatedEntityIdentifier']);
});

test('an opportunity has up to ten solutions, and only active ones of its catalog', async (t) => {
  const bench = await openPartnerBench(t);
  const id = await create(bench);
  const add = async (more: object = {}): Promise<string> => {
    const body = { accountId: bench.seller.id, name: 'Another', ...more };
    return (await bench.post<{ id: string }>('/aws/solution', body)).id;
  };
  for (let count = 0; count < 10; count += 1) await associate(bench, id, await add());
  assert.deepEqual(await problemsOf(associate(bench, id, await add())), [
    business,
    'TOO_MANY_VALUES RelatedEntityIdentifier',
  ]);
  const next = await create(bench);
  const draft = associate(bench, next, await add({ status: 'Draft' }));
  assert.deepEqual(await problemsOf(draft), [business, 'INVALID_VALUE RelatedEntityIdentifier']);
  const sandbox = associate(bench, next, await add({ catalog: 'Sandbox' }));
  assert.deepEqual(await problemsOf(sandbox), ['ResourceNotFoundException']);
});

test('a partner invites another one, which gets an opportunity of its own', async (t) => {
  const bench = await openPartnerBench(t);
  await approved(bench);
  const other = await bench.post<Seller>('/aws/account', { name: 'Other' });
  const { selling } = clientsOf(bench.url, other);
  const { EngagementSummaryList = [] } = await bench.selling.send(new ListEngagementsCommand({ Catalog: 'AWS' }));
  const [{ Id: EngagementIdentifier = '' } = {}] = EngagementSummaryList;
  const { Account } = complete.Customer;
  const command = (AwsAccountId: string) =>
    new CreateEngagementInvitationCommand({
      Catalog: 'AWS',
      ClientToken: newToken(),
      EngagementIdentifier,
      Invitation: {
        Message: 'Join us.',
        Receiver: { Account: { AwsAccountId } },
        Payload: {
          OpportunityInvitation: {
            ReceiverResponsibilities: ['Services Partner'],
            Customer: {
              Industry: Account.Industry,
              CompanyName: Account.CompanyName,
              WebsiteUrl: Account.WebsiteUrl,
              CountryCode: 'US',
            },
            Project: {
              Title: complete.Project.Title,
              BusinessProblem: complete.Project.CustomerBusinessProblem,
              TargetCompletionDate: '2036-10-11',
              ExpectedCustomerSpend: complete.Project.ExpectedCustomerSpend,
            },
          },
        },
      },
    });
  const stranger = await failureOf(selling.send(command(bench.seller.id)));
  assert.deepEqual([stranger.name, stranger.$metadata.httpStatusCode], ['AccessDeniedException', 403]);
  const unknown = bench.selling.send(command('999988887777'));
  assert.deepEqual(await problemsOf(unknown), [business, 'INVALID_VALUE Invitation.Receiver.Account.AwsAccountId']);
  const { Id: Identifier = '' } = await bench.selling.send(command(other.id));
  await selling.send(
    new StartEngagementByAcceptingInvitationTaskCommand({ Catalog: 'AWS', ClientToken: 'a', Identifier }),
  );
  await bench.post('/clock', { advance: 'PT1S' });
  const { OpportunitySummaries = [] } = await selling.send(new ListOpportunitiesCommand({ Catalog: 'AWS' }));
  assert.deepEqual(
    OpportunitySummaries.map(({ Customer, LifeCycle }) => [Customer?.Account?.CompanyName, LifeCycle?.ReviewStatus]),
    [['Globex', 'Pending Submission']],
  );
});

test('a lead has no opportunity yet, so its invitation is not accepted by the task', async (t) => {
  const bench = await openPartnerBench(t);
  await approved(bench);
  const other = await bench.post<Seller>('/aws/account', { name: 'Other' });
  const { EngagementSummaryList = [] } = await bench.selling.send(new ListEngagementsCommand({ Catalog: 'AWS' }));
  const { Id: Identifier = '' } = await bench.selling.send(
    new CreateEngagementInvitationCommand({
      Catalog: 'AWS',
      ClientToken: newToken(),
      EngagementIdentifier: EngagementSummaryList[0]?.Id,
      Invitation: {
        Message: 'A lead.',
        Receiver: { Account: { AwsAccountId: other.id } },
        Payload: {
          LeadInvitation: { Customer: { CompanyName: 'Globex' }, Interaction: { ContactBusinessTitle: 'CTO' } },
        },
      },
    }),
  );
  const { selling } = clientsOf(bench.url, other);
  const request = { Catalog: 'AWS', ClientToken: 'a', Identifier };
  await selling.send(new StartEngagementByAcceptingInvitationTaskCommand(request));
  await bench.post('/clock', { advance: 'PT1S' });
  const { ReasonCode } = await selling.send(new StartEngagementByAcceptingInvitationTaskCommand(request));
  assert.equal(ReasonCode, 'InvitationValidationFailed');
});

test('a buyer account is not a partner', async (t) => {
  const bench = await openPartnerBench(t);
  const account = await bench.post<Seller>('/aws/account', { kind: 'buyer' });
  const { selling } = clientsOf(bench.url, account);
  const error = await failureOf(selling.send(new ListEngagementsCommand({ Catalog: 'AWS' })));
  assert.deepEqual([error.name, error.$metadata.httpStatusCode], ['AccessDeniedException', 403]);
});

test('an operation that is not simulated is refused as not permitted', async (t) => {
  const bench = await openPartnerBench(t);
  const call = bench.selling.send(
    new GetResourceSnapshotCommand({
      Catalog: 'AWS',
      EngagementIdentifier: 'eng-00000000000000',
      ResourceType: 'Opportunity',
      ResourceIdentifier: 'O1',
      ResourceSnapshotTemplateIdentifier: 'OpportunitySummaryView',
    }),
  );
  const error = await failureOf(call);
  assert.equal(error.name, 'AccessDeniedException');
  assert.match(error.message, /partnercentral:GetResourceSnapshot$/);
});
