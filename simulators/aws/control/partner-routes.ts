import { z } from 'zod';
import { type ControlRoutes, controlError, readControlBody } from '../../kit/control.ts';
import { change } from '../../kit/simulation.ts';
import { accountId, calendarDate } from '../catalog/fields.ts';
import { partyOf } from '../partner-central/engagements.ts';
import { sendMemberEvent, sendOpportunityEvent, sendSnapshotEvent } from '../partner-central/events.ts';
import { inviteFromAws } from '../partner-central/invite-from-aws.ts';
import { addNextSteps, dayOf, normalizeRecord, traitsOf } from '../partner-central/opportunity-store.ts';
import { opportunityView } from '../partner-central/opportunity-view.ts';
import { readRecord } from '../partner-central/read-record.ts';
import { decideReview } from '../partner-central/review.ts';
import type {
  AwsSide,
  Connection,
  ConnectionInvitation,
  Opportunity,
  ReviewStatus,
  Solution,
} from '../partner-central/rows.ts';
import { recordShape } from '../partner-central/selling-requests.ts';
import { readShape } from '../partner-central/shape.ts';
import {
  awsClosedLostReasons,
  awsStages,
  awsTeamTitles,
  engagementScores,
  involvementChangeReasons,
  involvementTypes,
  solutionStatuses,
} from '../partner-central/values.ts';
import type { AwsReader, AwsSimulation, AwsTables, AwsTransaction, Json } from '../state.ts';

/** Actions of people at AWS and at other partners in Partner Central. */

const catalog = z.enum(['AWS', 'Sandbox']).default('AWS');
const day = 86_400_000;

const requireOpportunity = (reader: AwsReader, id = ''): Opportunity => {
  const opportunity = reader.get('opportunities', id);
  if (!opportunity) throw controlError(404, `there is no opportunity ${id}`);
  return opportunity;
};

const requireSeller = (reader: AwsReader, id: string): void => {
  if (reader.get('accounts', id)?.kind !== 'seller') throw controlError(404, `there is no seller account ${id}`);
};

const view = (opportunity: Opportunity): Json => ({
  opportunityId: opportunity.id,
  accountId: opportunity.accountId,
  reviewStatus: opportunity.reviewStatus,
  origin: opportunity.origin,
  engagementId: opportunity.engagementId,
  opportunity: opportunityView(opportunity),
  aws: opportunity.aws as Json | null,
});

const reviewBody = z.strictObject({
  reason: z.string().min(1).max(255).optional(),
  comments: z.string().min(1).max(4000).optional(),
});

const review =
  (status: Exclude<ReviewStatus, 'Pending Submission' | 'Submitted'>, from: ReviewStatus[]) =>
  ({ simulation, params, body }: { simulation: AwsSimulation; params: Record<string, string>; body: unknown }) => {
    const { reason, comments } = readControlBody(reviewBody, body);
    return change(simulation, (transaction) => {
      const opportunity = requireOpportunity(transaction, params.id);
      if (!from.includes(opportunity.reviewStatus)) {
        const message = `the opportunity is ${opportunity.reviewStatus}; it must be ${from.join(' or ')}`;
        throw controlError(409, message);
      }
      return { value: view(decideReview(transaction, opportunity, { status, reason, comments })) };
    });
  };
const underReview: ReviewStatus[] = ['Submitted', 'In review'];

const teamMember = z.strictObject({
  Email: z.email(),
  FirstName: z.string().min(1).max(80),
  LastName: z.string().min(1).max(80),
  BusinessTitle: z.enum(awsTeamTitles),
});

const sideBody = z.strictObject({
  stage: z.enum(awsStages).optional(),
  targetCloseDate: calendarDate.nullable().optional(),
  closedLostReason: z.enum(awsClosedLostReasons).nullable().optional(),
  nextSteps: z.string().max(255).nullable().optional(),
  involvementType: z.enum(involvementTypes).optional(),
  changeReason: z.enum(involvementChangeReasons).nullable().optional(),
  cosellMotion: z.enum(['AWS Field-engaged', 'Agent-engaged', 'Partner-led']).nullable().optional(),
  score: z.int().min(0).max(100).nullable().optional(),
  trend: z.enum(['Improving', 'Declining', 'No Change']).nullable().optional(),
  engagementScore: z.enum(engagementScores).nullable().optional(),
  nextBestActions: z.string().max(4000).nullable().optional(),
  team: z.array(teamMember).max(10).optional(),
});

const solutionBody = z.strictObject({
  accountId,
  catalog,
  name: z.string().min(1).max(255),
  category: z.string().min(1).max(255).default('Software Product'),
  status: z.enum(solutionStatuses).default('Active'),
  marketplaceSolutionArn: z.string().startsWith('arn:').max(2048).optional(),
});

const invitationBody = z.strictObject({
  accountId,
  catalog,
  /** The opportunity in the form of CreateOpportunity; by default one is made up. */
  opportunity: z.record(z.string(), z.unknown()).optional(),
  message: z.string().min(1).max(255).optional(),
  expiresInDays: z.int().min(1).max(365).optional(),
});

/** An opportunity of AWS, including what an invitation hides. */
const madeUpOpportunity = (today: number): Json => ({
  Customer: {
    Account: {
      CompanyName: 'Northwind Traders',
      Industry: 'Retail',
      WebsiteUrl: 'https://northwind.example',
      AwsAccountId: '210987654321',
      Address: {
        City: 'Seattle',
        CountryCode: 'US',
        PostalCode: '98101',
        StateOrRegion: 'Washington',
        StreetAddress: '1 Pike Place',
      },
    },
    Contacts: [{ Email: 'kim.lee@northwind.example', FirstName: 'Kim', LastName: 'Lee', BusinessTitle: 'CIO' }],
  },
  Project: {
    Title: 'Forecasts for all stores',
    CustomerBusinessProblem: 'Stores order too much, because the forecasts of demand are a month old.',
    CustomerUseCase: 'AI Machine Learning and Analytics',
    DeliveryModels: ['SaaS or PaaS'],
    SalesActivities: ['Customer has shown interest in solution'],
    ExpectedCustomerSpend: [{ Amount: '4000', CurrencyCode: 'USD', Frequency: 'Monthly', TargetCompany: 'AWS' }],
  },
  PrimaryNeedsFromAws: ['Co-Sell - Deal Support'],
  OpportunityType: 'Net New Business',
  Marketing: { Source: 'None' },
  LifeCycle: { TargetCloseDate: dayOf(today + 90 * day) },
});

const readOpportunity = (given: Json) => {
  const { value, problems } = readShape(recordShape, given);
  if (problems.length > 0) {
    throw controlError(400, problems.map(({ field, message }) => `opportunity.${field}: ${message}`).join('; '));
  }
  return normalizeRecord(readRecord(value).record);
};

const connectionType = z.enum(['OPPORTUNITY_COLLABORATION', 'SUBSIDIARY']);
const connectionBody = z.strictObject({
  accountId,
  catalog,
  otherAccountId: accountId.optional(),
  name: z.string().min(1).max(80).optional(),
  types: z.array(connectionType).min(1).default(['OPPORTUNITY_COLLABORATION']),
});
const connectionInvitationBody = z.strictObject({
  accountId,
  catalog,
  otherAccountId: accountId.optional(),
  participantType: z.enum(['SENDER', 'RECEIVER']).default('RECEIVER'),
  type: connectionType.default('OPPORTUNITY_COLLABORATION'),
  name: z.string().min(1).max(80).default('Pat Partner'),
  email: z.email().default('pat@partner.example'),
  message: z.string().min(1).max(256).default('Let us work together.'),
  expiresInDays: z.int().min(1).max(365).default(15),
});

const traitsBody = z.strictObject({
  path: z.enum(['Software', 'Services']).optional(),
  saasRevenueRecognition: z.boolean().optional(),
});

/** Events that the EventBridge reference lists, but for which no page has an example or states when they are sent. */
const eventBody = z.strictObject({
  type: z.enum([
    'Opportunity Accepted',
    'Opportunity Rejected',
    'Engagement Member Joined',
    'Resource Snapshot Created',
  ]),
});

const sendListedEvent = (
  transaction: AwsTransaction,
  opportunity: Opportunity,
  type: z.output<typeof eventBody>['type'],
): void => {
  const engagement = transaction.get('engagements', opportunity.engagementId ?? '');
  if (type === 'Opportunity Accepted' || type === 'Opportunity Rejected') {
    sendOpportunityEvent(transaction, type, opportunity);
  } else if (!engagement) throw controlError(409, 'the opportunity has no engagement yet');
  else if (type === 'Resource Snapshot Created') sendSnapshotEvent(transaction, opportunity, type);
  else sendMemberEvent(transaction, engagement, partyOf(transaction, opportunity.accountId), 'Joined');
};

/** Opportunities and their review, solutions, invitations and connections. */
export const partnerRoutes: ControlRoutes<AwsTables> = {
  'GET /opportunity': ({ simulation, query }) => {
    const all = simulation.store.list('opportunities');
    const found = all.filter((row) => query.accountId === undefined || query.accountId === row.accountId);
    return { value: { opportunities: found.map(view) } };
  },
  'GET /opportunity/:id': ({ simulation, params }) => ({
    value: view(requireOpportunity(simulation.store, params.id)),
  }),

  'POST /opportunity/:id/start-review': review('In review', ['Submitted']),
  'POST /opportunity/:id/approve': review('Approved', underReview),
  'POST /opportunity/:id/reject': review('Rejected', underReview),
  'POST /opportunity/:id/request-action': review('Action Required', underReview),

  'PATCH /opportunity/:id/aws': ({ simulation, params, body }) => {
    const given = readControlBody(sideBody, body);
    return change(simulation, (transaction) => {
      const opportunity = requireOpportunity(transaction, params.id);
      if (!opportunity.aws) throw controlError(409, 'AWS tracks an opportunity once it is submitted');
      const known = opportunity.aws;
      const changes = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
      const aws: AwsSide = {
        ...known,
        ...changes,
        nextStepsHistory: addNextSteps(
          known.nextStepsHistory,
          known.nextSteps,
          given.nextSteps ?? null,
          transaction.at,
        ),
      };
      // The partner's opportunity stays as it is: only its summary at AWS has changed.
      const changed: Opportunity = { ...opportunity, aws };
      transaction.put('opportunities', changed);
      sendOpportunityEvent(transaction, 'Opportunity Updated', changed);
      sendSnapshotEvent(transaction, changed);
      return { value: view(changed) };
    });
  },

  'POST /opportunity/:id/event': ({ simulation, params, body }) => {
    const { type } = readControlBody(eventBody, body);
    return change(simulation, (transaction) => {
      sendListedEvent(transaction, requireOpportunity(transaction, params.id), type);
      return { value: {} };
    });
  },

  'GET /solution': ({ simulation }) => ({ value: { solutions: simulation.store.list('solutions') } }),
  'POST /solution': ({ simulation, body }) => {
    const { marketplaceSolutionArn = null, ...given } = readControlBody(solutionBody, body);
    return change(simulation, (transaction) => {
      requireSeller(transaction, given.accountId);
      const id = `S-${transaction.ids.digits(7)}`;
      const solution: Solution = { ...given, id, createdAt: transaction.at, marketplaceSolutionArn };
      transaction.put('solutions', solution);
      return { value: solution, created: true };
    });
  },

  'GET /engagement-invitation': ({ simulation }) => ({
    value: { engagementInvitations: simulation.store.list('invitations') },
  }),
  'POST /engagement-invitation': ({ simulation, body }) => {
    const { accountId: id, expiresInDays: days, message, ...given } = readControlBody(invitationBody, body);
    return change(simulation, (transaction) => {
      requireSeller(transaction, id);
      const record = readOpportunity((given.opportunity as Json | undefined) ?? madeUpOpportunity(transaction.at));
      const value = inviteFromAws(transaction, { accountId: id, catalog: given.catalog, record, message, days });
      return { value, created: true };
    });
  },

  'GET /connection': ({ simulation }) => ({ value: { connections: simulation.store.list('connections') } }),
  'POST /connection': ({ simulation, body }) => {
    const given = readControlBody(connectionBody, body);
    return change(simulation, (transaction) => {
      requireSeller(transaction, given.accountId);
      const { at } = transaction;
      const otherAccountId = given.otherAccountId ?? transaction.ids.digits(12);
      const connection: Connection = {
        id: `pac-${transaction.ids.text(13)}`,
        catalog: given.catalog,
        accountId: given.accountId,
        otherAccountId,
        otherName: given.name ?? transaction.get('accounts', otherAccountId)?.name ?? `Partner ${otherAccountId}`,
        types: given.types.map((type) => ({ type, createdAt: at, canceledAt: null })),
        modifiedAt: at,
      };
      transaction.put('connections', connection);
      return { value: connection, created: true };
    });
  },
  'POST /connection/:id/cancel': ({ simulation, params }) =>
    change(simulation, (transaction) => {
      const connection = transaction.get('connections', params.id ?? '');
      if (!connection) throw controlError(404, `there is no connection ${params.id}`);
      const { at } = transaction;
      const types = connection.types.map((type) => ({ ...type, canceledAt: type.canceledAt ?? at }));
      const canceled: Connection = { ...connection, types, modifiedAt: at };
      transaction.put('connections', canceled);
      return { value: canceled };
    }),
  'POST /connection-invitation': ({ simulation, body }) => {
    const { name, email, expiresInDays, ...given } = readControlBody(connectionInvitationBody, body);
    return change(simulation, (transaction) => {
      requireSeller(transaction, given.accountId);
      const { at } = transaction;
      const invitation: ConnectionInvitation = {
        ...given,
        id: `pacinv-${transaction.ids.text(13)}`,
        otherAccountId: given.otherAccountId ?? transaction.ids.digits(12),
        status: 'PENDING',
        inviterName: name,
        inviterEmail: email,
        createdAt: at,
        modifiedAt: at,
        expiresAt: at + expiresInDays * day,
      };
      transaction.put('connectionInvitations', invitation);
      return { value: invitation, created: true };
    });
  },

  'PUT /account/:id/partner-traits': ({ simulation, params: { id = '' }, body }) => {
    const given = readControlBody(traitsBody, body);
    return change(simulation, (transaction) => {
      requireSeller(transaction, id);
      const known = traitsOf(transaction, id);
      const traits = {
        id,
        path: given.path ?? known.path,
        saasRevenueRecognition: given.saasRevenueRecognition ?? known.saasRevenueRecognition,
      };
      transaction.put('partnerTraits', traits);
      return { value: traits };
    });
  },
};
