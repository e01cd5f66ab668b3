import { z } from 'zod';
import { type ControlCall, type ControlRoutes, controlError, readControlBody } from '../../kit/control.ts';
import { change } from '../../kit/simulation.ts';
import { answerOf } from '../api/refusal.ts';
import { copiesOf, microsoft } from '../referrals/copies.ts';
import { changeReferral, createReferral, dealKind } from '../referrals/engagement.ts';
import { organizationOf, ownerOf } from '../referrals/organization.ts';
import { readReferral } from '../referrals/schema.ts';
import { solutionsOf } from '../referrals/solutions.ts';
import { checkChange } from '../referrals/states.ts';
import type { AzureChange, AzureReader, AzureTables, Json, Referral } from '../state.ts';

type Call = ControlCall<AzureTables>;

const short = z.string().min(1).max(500);
const sendBody = z.strictObject({
  accountId: short,
  /** `msft`, or the account of another partner. */
  from: short.default(microsoft),
  /** A qualified lead is the recipient's alone, in a co-sell deal the sender has its own copy. */
  kind: z.enum(['lead', 'co-sell']).default('co-sell'),
  /** Members of the referral in place of those of the sample. */
  referral: z.record(z.string(), z.unknown()).default({}),
});
const actBody = z.strictObject({ as: short.default(microsoft), reason: short.optional() });
const noteBody = z.strictObject({ as: short.default(microsoft), notes: z.string().max(10_000) });
const contactBody = z.strictObject({
  ...{ as: short.default(microsoft), firstName: short, lastName: short, email: z.email() },
  phoneNumber: short.optional(),
  title: short.optional(),
});
const patchBody = z.strictObject({ as: short.default(microsoft), referral: z.record(z.string(), z.unknown()) });
const solutionBody = z.strictObject({ id: short, name: short, publisherName: short, type: z.enum(['1P', '3P']) });

/** The defaults of an inbound referral. */
const sample = (closingDateTime: string): Json => ({
  name: 'Supply chain modernization',
  qualification: 'SalesQualified',
  customerProfile: {
    name: 'Wide World Importers',
    address: { addressLine1: '1 Harbour Street', city: 'Seattle', state: 'WA', postalCode: '98101', country: 'US' },
    size: '251to1000employees',
    team: [
      { firstName: 'Kim', lastName: 'Abercrombie', email: 'kim@wideworldimporters.example', phoneNumber: '2065550100' },
    ],
    ids: [],
  },
  consent: {
    ...{ consentToToShareInfoWithOthers: true, consentToContact: true },
    consentToShareReferralWithMicrosoftSellers: true,
  },
  details: {
    notes: 'The customer asks for a partner that knows its industry.',
    ...{ dealValue: 50_000, currency: 'USD', closingDateTime },
    requirements: {
      ...{ industries: [], products: [], services: [] },
      solutions: [{ id: 'SOL-10002-CON', name: 'Contoso Supply Insights', type: 'Name' }],
    },
  },
});

const seller: Json = {
  firstName: 'Sam',
  lastName: 'Seller',
  email: 'sam.seller@microsoft.example',
  phoneNumber: '4255550100',
};

/** The recipient's decision on a referral: changes the copy of `as`, by default Microsoft's. */
const acts: Readonly<Record<string, Json>> = {
  receive: { status: 'New', substatus: 'Received' },
  accept: { status: 'Active', substatus: 'Accepted' },
  decline: { status: 'Closed', substatus: 'Declined' },
  win: { status: 'Closed', substatus: 'Won' },
  lose: { status: 'Closed', substatus: 'Lost' },
};

/** Referrals, with the actions of people at Microsoft and at other partners; the catalogue of solutions. */
export const referralRoutes: ControlRoutes<AzureTables> = {
  'GET /referral': ({ simulation: { store }, query: { accountId, engagementId } }) => {
    const referrals = store
      .list('referrals')
      .filter((row) => (accountId ?? row.ownerId) === row.ownerId)
      .filter((row) => (engagementId ?? row.engagementId) === row.engagementId);
    return { value: { count: referrals.length, referrals: referrals.map((row) => view(store, row)) } };
  },
  'GET /referral/:id': ({ simulation: { store }, params }) => ({ value: view(store, find(store, params.id)) }),

  'POST /referral': ({ simulation, body }) => {
    const given = readControlBody(sendBody, body);
    return change(simulation, (transaction) => ({ value: view(transaction, send(transaction, given)), created: true }));
  },

  ...Object.fromEntries(
    Object.entries(acts).map(([name, states]): [string, ControlRoutes<AzureTables>[string]] => [
      `POST /referral/:id/${name}`,
      (call) => {
        const { as, reason } = readControlBody(actBody, call.body);
        const statusReason = reason ?? (name === 'decline' ? 'No capacity at this time.' : undefined);
        return update(call, as, (content) => ({ ...content, ...states, ...(statusReason ? { statusReason } : {}) }));
      },
    ]),
  ),

  'POST /referral/:id/note': (call) => {
    const { as, notes } = readControlBody(noteBody, call.body);
    return update(call, as, (content) => ({ ...content, details: { ...(content.details as Json), notes } }));
  },
  'POST /referral/:id/contact': (call) => {
    const { as, ...contact } = readControlBody(contactBody, call.body);
    return update(call, as, (content) => ({ ...content, team: [...((content.team ?? []) as Json[]), contact] }));
  },
  'PATCH /referral/:id': (call) => {
    const { as, referral } = readControlBody(patchBody, call.body);
    const { details, ...members } = read(referral);
    const deal = details === undefined ? {} : (details as Json);
    return update(call, as, (content) => ({
      ...{ ...content, ...members },
      details: { ...(content.details as Json), ...deal },
    }));
  },

  'GET /solution': ({ simulation }) => ({ value: { solutions: solutionsOf(simulation.store) } }),
  'POST /solution': ({ simulation, body }) => {
    const value = readControlBody(solutionBody, body);
    change(simulation, (transaction) => transaction.put('solutions', value));
    return { value, created: true };
  },
};

const find = (reader: AzureReader, id = ''): Referral => {
  const row = reader.get('referrals', id);
  if (!row) throw controlError(404, 'there is no such referral');
  return row;
};

const at = (time: number | null): string | null => (time === null ? null : new Date(time).toISOString());

const view = (reader: AzureReader, row: Referral): Json => {
  const { ownerId, creatorId, createdAt, updatedAt, expiresAt, acceptedAt, closedAt, ...more } = row;
  const times = { createdAt, updatedAt, expiresAt, acceptedAt, closedAt };
  return {
    ...more,
    accountId: ownerId,
    createdBy: creatorId,
    dealKind: dealKind(reader, row),
    ...Object.fromEntries(Object.entries(times).map(([name, time]) => [name, at(time)])),
  };
};

const send = (transaction: AzureChange, { accountId, from, kind, referral }: z.output<typeof sendBody>): Referral => {
  if (!transaction.get('publishers', accountId)) throw controlError(404, 'there is no such account');
  const senderId = ownerOf(transaction, from);
  if (senderId === null) throw controlError(404, `there is no organization ${from}`);
  if (senderId === accountId) throw controlError(409, 'an account cannot send a referral to itself');
  const { id, name } = organizationOf(transaction, senderId);
  const closing = new Date(transaction.at + 90 * 86_400_000).toISOString().replace(/\.\d+Z$/, 'Z');
  const { engagementId: _, ...given } = read(referral);
  const content: Json = {
    ...sample(closing),
    type: kind === 'lead' ? 'Independent' : 'Shared',
    ...given,
    target: [{ type: 'BusinessProfileLocation', id: organizationOf(transaction, accountId).id }],
    inviteContext: { notes: 'Can you help this customer?', invitedBy: { organizationId: id, organizationName: name } },
  };
  const own =
    kind === 'lead'
      ? null
      : createReferral(transaction, {
          ...{ engagementId: null, ownerId: senderId, creatorId: senderId },
          content: { ...content, team: [seller], target: [], inviteContext: {} },
        });
  const engagementId = own?.engagementId ?? null;
  return createReferral(transaction, { engagementId, ownerId: accountId, creatorId: senderId, content });
};

const update = (call: Call, as: string, changed: (content: Json) => Json): { value: Json } =>
  change(call.simulation, (transaction) => {
    const { engagementId } = find(transaction, call.params.id);
    const ownerId = ownerOf(transaction, as);
    const copy = copiesOf(transaction, engagementId)
      .filter((row) => row.ownerId === ownerId)
      .at(-1);
    if (!copy) throw controlError(404, `${as} takes no part in the engagement`);
    const content = changed(copy.content);
    asControl(() => checkChange(copy.content, content), 409);
    return { value: view(transaction, changeReferral(transaction, copy, content)) };
  });

const read = (referral: Json): Json => asControl(() => readReferral(referral), 400);

/** A refusal of the API as one of the control API. */
const asControl = <T>(run: () => T, status: number): T => {
  try {
    return run();
  } catch (error) {
    const refusal = answerOf(error);
    if (!refusal) throw error;
    throw controlError(status, (JSON.parse(refusal.body) as { error: { message: string } }).error.message);
  }
};
