import { randomUUID } from 'node:crypto';
import { matchPath } from '../../kit/control.ts';
import { type HttpAnswer, type HttpRequest, jsonAnswer } from '../../kit/http.ts';
import { change } from '../../kit/simulation.ts';
import type { Operation } from '../../kit/simulator.ts';
import { type ApiCall, type ApiRoutes, objectsOf, originOf, readJsonBody, readQuery } from '../api/call.ts';
import { answerOf } from '../api/refusal.ts';
import { authorizeCaller } from '../entra/authorize.ts';
import type { AzureChange, AzureReader, AzureSimulation, Json, Referral } from '../state.ts';
import { copiesOf, takesPart } from './copies.ts';
import { changeReferral, createReferral } from './engagement.ts';
import { applyPatch } from './json-patch.ts';
import { listReferrals } from './list.ts';
import { organizationOf, ownerOf } from './organization.ts';
import { referralRefusal } from './refusal.ts';
import { checkRequired, readReferral } from './schema.ts';
import { checkChange, checkStates } from './states.ts';
import { referralsPath, referralView } from './view.ts';

/**
 * Partner Center's referrals (co-sell). Sources: MicrosoftDocs/partner-rest, "Create a referral", "Get a list of
 * referrals", "Get a referral by ID", "Update a referral" (PUT), "Update a lead or opportunity" (PATCH), "Partner REST
 * API headers", "Partner API REST error codes"; their newer editions on Microsoft Learn (partner-center/developer).
 */
const audiences = ['https://api.partner.microsoft.com'];

const one = `${referralsPath}/:id`;

const routes: ApiRoutes = {
  [`GET ${referralsPath}`]: {
    name: 'ListReferrals',
    run: ({ simulation: { store }, publisher, query, origin }) => listReferrals(store, publisher, query, origin),
  },
  [`POST ${referralsPath}`]: {
    name: 'CreateReferral',
    run: (call) => {
      const content = readReferral(readBody(call));
      const created = change(call.simulation, (transaction) => create(transaction, call.publisher.id, content));
      return answer(call, 201, created);
    },
  },
  [`GET ${one}`]: { name: 'GetReferral', run: (call) => answer(call, 200, find(call, call.simulation.store)) },
  [`PUT ${one}`]: {
    name: 'UpdateReferral',
    run: (call) => {
      const body = readBody(call);
      const content = readReferral(body);
      if (body.id !== undefined && body.id !== call.params.id)
        throw referralRefusal('invalidRequest', "The property 'id' is not that of the address.");
      // "Update a referral": make sure to set If-Match.
      if (call.request.headers['if-match'] === undefined)
        throw referralRefusal('invalidRequest', 'The header If-Match is required.');
      return answer(
        call,
        200,
        update(call, (old) => ({ status: old.status, substatus: old.substatus, ...content })),
      );
    },
  },
  [`PATCH ${one}`]: {
    name: 'PatchReferral',
    run: (call) => {
      const changed = update(call, (old) => readReferral(applyPatch(old, call.request.body)));
      // "Update a lead or opportunity": the answer is empty unless the header Prefer asks for it.
      const isWanted = /(^|[\s,;])return=representation\b/i.test(call.request.headers.prefer ?? '');
      return isWanted ? answer(call, 200, changed) : { status: 204, headers: { etag: changed.eTag }, body: '' };
    },
  },
};

const readBody = ({ request }: ApiCall): Json => {
  const body = request.body.length === 0 ? null : readJsonBody(request);
  if (!body) throw referralRefusal('invalidRequest', 'The body is not a JSON object.');
  return body;
};

const answer = ({ simulation: { store }, publisher, origin }: ApiCall, status: number, row: Referral): HttpAnswer => {
  const view = referralView(store, row, publisher.id, origin);
  const context = `${origin}/azure/v1.0/$metadata#Referrals/$entity`;
  const plain = jsonAnswer(status, { '@odata.context': context, ...view });
  return { ...plain, headers: { ...plain.headers, etag: row.eTag } };
};

/** A referral of a deal in which the publisher takes part. */
const find = ({ params: { id = '' }, publisher }: ApiCall, reader: AzureReader): Referral => {
  const row = reader.get('referrals', id.toLowerCase());
  if (!row || !takesPart(reader, publisher.id, row))
    throw referralRefusal('itemNotFound', `There is no referral ${id}.`);
  return row;
};

const update = (call: ApiCall, changed: (old: Json) => Json): Referral =>
  change(call.simulation, (transaction) => {
    const old = find(call, transaction);
    if (old.ownerId !== call.publisher.id)
      throw referralRefusal('accessDenied', 'The referral belongs to another organization.');
    const expected = call.request.headers['if-match'];
    if (expected !== undefined && expected !== '*' && expected !== old.eTag)
      throw referralRefusal('preconditionFailed', 'The referral has changed since it was read.', 'resourceModified');
    const { engagementId, ...content } = changed(old.content);
    if (engagementId !== undefined && engagementId !== old.engagementId)
      throw referralRefusal('invalidRequest', "The property 'engagementId' cannot be changed.");
    for (const name of ['type', 'customerProfile', 'consent', 'details'])
      if (content[name] === undefined) throw referralRefusal('invalidRequest', `The property '${name}' is required.`);
    if (old.content.type === 'Shared' && content.type !== 'Shared')
      throw referralRefusal('invalidRequest', 'A shared referral cannot become independent.');
    checkChange(old.content, content);
    return changeReferral(transaction, old, content);
  });

/** Creates the publisher's own referral, or that of an organization that it invites into its engagement. */
const create = (transaction: AzureChange, publisherId: string, { engagementId, ...content }: Json): Referral => {
  checkRequired(content);
  const location = objectsOf(content.target).find(({ type }) => type === 'BusinessProfileLocation');
  if (location) return invite(transaction, publisherId, String(engagementId ?? ''), String(location.id ?? ''), content);
  if (engagementId !== undefined)
    throw referralRefusal(
      'invalidRequest',
      'A referral in an engagement needs a target of type BusinessProfileLocation.',
    );
  if (content.status !== undefined || content.substatus !== undefined) checkStates(content);
  return createReferral(transaction, { engagementId: null, ownerId: publisherId, creatorId: publisherId, content });
};

/**
 * Invites Microsoft (`msft`) or another partner: the second of the two steps that create a shared referral ("Create a
 * referral": Create a shared referral). Possible as long as the deal is open ("Manage co-sell opportunities").
 */
const invite = (
  transaction: AzureChange,
  publisherId: string,
  engagementId: string,
  targetId: string,
  content: Json,
): Referral => {
  const copies = copiesOf(transaction, engagementId);
  const own = copies.find(({ ownerId }) => ownerId === publisherId);
  if (!own) throw referralRefusal('invalidRequest', 'engagementId is not that of a referral of your organization.');
  if (content.type !== 'Shared' || own.content.type !== 'Shared')
    throw referralRefusal('invalidRequest', 'Only a referral of type Shared can be shared with another organization.');
  if (own.content.status === 'Closed') throw referralRefusal('invalidRequest', 'The referral is closed.');
  const ownerId = ownerOf(transaction, targetId);
  if (ownerId === null) throw referralRefusal('invalidRequest', `There is no organization '${targetId}'.`);
  if (copies.some((copy) => copy.ownerId === ownerId && copy.content.status !== 'Closed'))
    throw referralRefusal('conflict', 'The organization already takes part in the engagement.');
  const { id, name } = organizationOf(transaction, publisherId);
  const context = (content.inviteContext ?? {}) as Json;
  const inviteContext = { ...context, invitedBy: { organizationId: id, organizationName: name } };
  return createReferral(transaction, {
    ...{ engagementId, ownerId, creatorId: publisherId },
    content: { ...content, inviteContext },
  });
};

const guid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Finds an operation of the referrals API; null if the path belongs to another API. */
export const findReferralOperation = (
  simulation: AzureSimulation,
  request: HttpRequest,
  path: string,
): Operation | null => {
  if (path !== referralsPath && !path.startsWith(`${referralsPath}/`)) return null;
  for (const [key, { name, run }] of Object.entries(routes)) {
    const [method = '', pattern = ''] = key.split(' ');
    const params = method === request.method ? matchPath(pattern, path) : null;
    if (params)
      return { name, run: () => withTracing(simulation, request, () => reply(simulation, request, params, run)) };
  }
  const unknown = async (): Promise<HttpAnswer> => {
    throw referralRefusal('itemNotFound', 'The resource could not be found.');
  };
  return { name: 'Unknown', run: () => withTracing(simulation, request, unknown) };
};

/**
 * All operations need a token of a person with a role for referrals ("Prerequisites" of each page: App+User), and a
 * `client-request-id` ("Partner REST API headers": required).
 */
const reply = async (
  simulation: AzureSimulation,
  request: HttpRequest,
  params: Record<string, string>,
  run: (call: ApiCall) => HttpAnswer,
): Promise<HttpAnswer> => {
  const caller = await authorizeCaller(simulation, request, audiences);
  if (!caller) throw referralRefusal('unauthenticated', 'The access token is missing, invalid or expired.');
  const { publisher, user } = caller;
  if (!user)
    throw referralRefusal('accessDenied', "The token is the application's own. Referrals need the token of a user.");
  if (user.roles.length === 0) throw referralRefusal('accessDenied', 'The user has no role that may use referrals.');
  if (!guid.test(request.headers['client-request-id'] ?? ''))
    throw referralRefusal('invalidRequest', 'The header client-request-id is required and is a GUID.');
  const query = readQuery(request);
  return run({ simulation, request, publisher, params, query, body: {}, origin: originOf(request) });
};

const withTracing = async (
  simulation: AzureSimulation,
  request: HttpRequest,
  run: () => Promise<HttpAnswer>,
): Promise<HttpAnswer> => {
  const given = await run().catch((error: unknown) => {
    const refusal = answerOf(error);
    if (!refusal) throw error;
    return refusal;
  });
  const headers = {
    ...given.headers,
    'request-id': randomUUID(),
    'client-request-id': request.headers['client-request-id'] ?? randomUUID(),
    timestamp: new Date(simulation.wall()).toISOString(),
  };
  return { ...given, headers };
};
