import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import {
  AssociateOpportunityCommand,
  CreateOpportunityCommand,
  type CreateOpportunityCommandInput,
  GetOpportunityCommand,
  type GetOpportunityCommandOutput,
  ListEngagementByAcceptingInvitationTasksCommand,
  ListEngagementFromOpportunityTasksCommand,
  StartEngagementFromOpportunityTaskCommand,
  UpdateOpportunityCommand,
  type UpdateOpportunityCommandInput,
} from '@aws-sdk/client-partnercentral-selling';
import { type Bench, failureOf, openBench, type Reopen } from '../simulator.test-support.ts';

export type Catalog = 'AWS' | 'Sandbox';
export type PartnerBench = Bench & { solutionId: string };

let tokens = 0;
/** A client token that no other call of the test has. */
export const newToken = (): string => {
  tokens += 1;
  return `token-${tokens}`;
};

/** A bench with an active solution of the seller in both catalogs, without quotas. */
export const openPartnerBench = async (
  t: TestContext,
  options: { startsAt?: string; reopen?: Reopen; catalog?: Catalog } = {},
): Promise<PartnerBench> => {
  const bench = await openBench(t, options);
  if (options.reopen) return { ...bench, solutionId: '' };
  await bench.post('/aws/settings', { quotas: false, partnerTaskDelayMs: 20 });
  const body = { accountId: bench.seller.id, catalog: options.catalog ?? 'AWS', name: 'Acme API' };
  const { id } = await bench.post<{ id: string }>('/aws/solution', body);
  return { ...bench, solutionId: id };
};

/** An opportunity with everything that a submission needs. */
export const complete = {
  Catalog: 'AWS',
  Origin: 'Partner Referral',
  PrimaryNeedsFromAws: ['Co-Sell - Deal Support'],
  NationalSecurity: 'No',
  OpportunityType: 'Net New Business',
  Customer: {
    Account: {
      CompanyName: 'Globex',
      Industry: 'Manufacturing',
      WebsiteUrl: 'https://globex.example',
      Address: { CountryCode: 'US', PostalCode: '10001', StateOrRegion: 'New York', City: 'New York' },
    },
    Contacts: [{ Email: 'ada@globex.example', FirstName: 'Ada', LastName: 'Byron', BusinessTitle: 'CTO' }],
  },
  Project: {
    Title: 'Predictive maintenance',
    CustomerBusinessProblem: 'Machines stop without a warning, twice a week.',
    CustomerUseCase: 'IOT',
    DeliveryModels: ['SaaS or PaaS'],
    SalesActivities: ['Conducted POC / Demo'],
    ExpectedCustomerSpend: [{ Amount: '12500', CurrencyCode: 'USD', Frequency: 'Monthly', TargetCompany: 'AWS' }],
  },
  Marketing: { Source: 'None' },
  LifeCycle: { Stage: 'Qualified', TargetCloseDate: '2036-10-11', NextSteps: 'Show the prototype.' },
} satisfies Omit<CreateOpportunityCommandInput, 'ClientToken'>;

/** A request for it; `more` replaces members at its top. */
export const completeOpportunity = (
  more: Partial<CreateOpportunityCommandInput> = {},
): CreateOpportunityCommandInput => ({ ...complete, ClientToken: newToken(), ...more });

export const create = async (bench: Bench, more: Partial<CreateOpportunityCommandInput> = {}): Promise<string> => {
  const { Id } = await bench.selling.send(new CreateOpportunityCommand(completeOpportunity(more)));
  assert.match(Id ?? '', /^O[0-9]{1,19}$/);
  return Id ?? '';
};

export const get = (bench: Bench, Identifier: string, catalog: Catalog = 'AWS') =>
  bench.selling.send(new GetOpportunityCommand({ Catalog: catalog, Identifier }));

export const associate = (
  bench: Bench,
  OpportunityIdentifier: string,
  RelatedEntityIdentifier: string,
  RelatedEntityType: 'Solutions' | 'AwsProducts' | 'AwsMarketplaceOffers' = 'Solutions',
  catalog: Catalog = 'AWS',
) =>
  bench.selling.send(
    new AssociateOpportunityCommand({
      Catalog: catalog,
      OpportunityIdentifier,
      RelatedEntityIdentifier,
      RelatedEntityType,
    }),
  );

/** Starts the submission and returns the ended task. */
export const startSubmission = async (
  bench: Bench,
  Identifier: string,
  submission: { InvolvementType: 'Co-Sell' | 'For Visibility Only' } = { InvolvementType: 'Co-Sell' },
  catalog: Catalog = 'AWS',
) => {
  const { TaskId = '' } = await bench.selling.send(
    new StartEngagementFromOpportunityTaskCommand({
      Catalog: catalog,
      ClientToken: newToken(),
      Identifier,
      AwsSubmission: submission,
    }),
  );
  await bench.post('/clock', { advance: 'PT1S' });
  const { TaskSummaries = [] } = await bench.selling.send(
    new ListEngagementFromOpportunityTasksCommand({ Catalog: catalog, TaskIdentifier: [TaskId] }),
  );
  assert.equal(TaskSummaries.length, 1);
  return TaskSummaries[0] ?? {};
};

/** The ended task that has accepted an invitation. */
export const acceptanceOf = async (bench: Bench, invitationId: string) => {
  await bench.post('/clock', { advance: 'PT1S' });
  const { TaskSummaries = [] } = await bench.selling.send(
    new ListEngagementByAcceptingInvitationTasksCommand({
      Catalog: 'AWS',
      EngagementInvitationIdentifier: [invitationId],
    }),
  );
  return TaskSummaries[0] ?? {};
};

/** An opportunity with a solution that was submitted. */
export const submitted = async (bench: PartnerBench, more: Partial<CreateOpportunityCommandInput> = {}) => {
  const id = await create(bench, more);
  const catalog = (more.Catalog ?? 'AWS') as Catalog;
  await associate(bench, id, bench.solutionId, 'Solutions', catalog);
  const task = await startSubmission(bench, id, undefined, catalog);
  assert.deepEqual([task.TaskStatus, task.Message], ['COMPLETE', undefined]);
  return id;
};

/** An opportunity that AWS has approved. */
export const approved = async (bench: PartnerBench, more: Partial<CreateOpportunityCommandInput> = {}) => {
  const id = await submitted(bench, more);
  await bench.post(`/aws/opportunity/${id}/approve`);
  return id;
};

/** The members of an opportunity that UpdateOpportunity accepts. */
export const updateOf = (
  opportunity: GetOpportunityCommandOutput,
  more: Partial<UpdateOpportunityCommandInput> = {},
): UpdateOpportunityCommandInput => {
  const {
    $metadata: _m,
    Id,
    Arn: _a,
    CreatedDate: _c,
    RelatedEntityIdentifiers: _r,
    OpportunityTeam: _t,
    ...rest
  } = opportunity;
  return { ...rest, Identifier: Id, ...more } as UpdateOpportunityCommandInput;
};

/** Reads an opportunity and updates it with some members replaced. */
export const update = async (
  bench: Bench,
  id: string,
  change: (opportunity: GetOpportunityCommandOutput) => Partial<UpdateOpportunityCommandInput>,
  catalog: Catalog = 'AWS',
) => {
  const opportunity = await get(bench, id, catalog);
  return bench.selling.send(new UpdateOpportunityCommand(updateOf(opportunity, change(opportunity))));
};

type Problem = { Code: string; FieldName?: string };
/** A refusal as `<error> <reason>` and then `<code> <field>` of each problem. */
export const problemsOf = async (call: Promise<unknown>): Promise<string[]> => {
  const error = await failureOf(call);
  const problems = (error.ErrorList ?? []) as Problem[];
  const head = [error.name, error.Reason].filter((part) => part !== undefined).join(' ');
  return [head, ...problems.map(({ Code, FieldName }) => `${Code} ${FieldName}`)];
};

type Message = { type: string; body: { detail: Record<string, never> } };
/** The types of the events that a seller was sent, in their order. */
export const eventTypes = async (bench: Bench): Promise<string[]> => {
  const { messages } = await bench.get<{ messages: Message[] }>('/aws/message');
  return messages.map(({ type }) => type);
};
