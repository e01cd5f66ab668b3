import { randomUUID } from 'node:crypto';
import { matchPath } from '../../kit/control.ts';
import { type HttpAnswer, type HttpRequest, jsonAnswer } from '../../kit/http.ts';
import { change } from '../../kit/simulation.ts';
import type { Operation } from '../../kit/simulator.ts';
import { type ApiCall, type ApiRoutes, originOf, readJsonBody, readQuery } from '../api/call.ts';
import { answerOf, refuse } from '../api/refusal.ts';
import { authorize } from '../entra/authorize.ts';
import type { AzureSimulation, EventRegistration, Json } from '../state.ts';
import { referralEvents } from './notify.ts';
import { certificateBytes, certificatePath, ensureNotificationKey } from './post.ts';

/**
 * Registrations for the notifications of Partner Center. Source: "Partner Center webhooks" (Webhook APIs): the token is
 * for Partner Center, of the application or of a user; only one address for each publisher. Only the events of referrals
 * are simulated. The body of errors is not documented.
 */
const audiences = ['https://api.partnercenter.microsoft.com'];

const path = '/webhooks/v1/registration';
const eventsMax = 20;

const refusal = (status: number, code: string, description: string): Error => refuse(status, { code, description });

const register = (call: ApiCall): HttpAnswer => {
  const { simulation, publisher, origin } = call;
  const given = readRegistration(call.body);
  const row = change(simulation, (transaction) => {
    ensureNotificationKey(transaction);
    const subscriberId = transaction.get('eventRegistrations', publisher.id)?.subscriberId ?? transaction.ids.uuid();
    const registration: EventRegistration = { id: publisher.id, subscriberId, ...given, origin };
    transaction.put('eventRegistrations', registration);
    return registration;
  });
  return jsonAnswer(200, { SubscriberId: row.subscriberId, ...view(row) });
};

const view = ({ webhookUrl, events }: EventRegistration): Json => ({ WebhookUrl: webhookUrl, WebhookEvents: events });

/** Members are read in any letter case: the samples write `WebhookUrl` and `signatureTokenToMsSignatureHeader`. */
const readRegistration = (body: Json): Pick<EventRegistration, 'webhookUrl' | 'events' | 'signatureInOwnHeader'> => {
  const members = Object.fromEntries(Object.entries(body).map(([name, value]) => [name.toLowerCase(), value]));
  const { webhookurl: url, webhookevents: events, signaturetokentomssignatureheader: own = false } = members;
  if (typeof url !== 'string' || !/^https?:\/\/\S+$/.test(url))
    throw refusal(400, 'InvalidInput', 'WebhookUrl is not an address.');
  if (!Array.isArray(events) || events.length === 0 || events.length > eventsMax)
    throw refusal(400, 'InvalidInput', 'WebhookEvents is not a list of events.');
  const unknown = events.find((event) => !referralEvents.includes(String(event)));
  if (unknown !== undefined) throw refusal(400, 'InvalidInput', `The event '${unknown}' is not supported.`);
  return { webhookUrl: url, events: events.map(String), signatureInOwnHeader: own === true };
};

const find = ({ simulation, publisher }: ApiCall): EventRegistration => {
  const row = simulation.store.get('eventRegistrations', publisher.id);
  if (!row) throw refusal(404, 'NotFound', 'There is no registration.');
  return row;
};

const routes: ApiRoutes = {
  [`GET ${path}/events`]: { name: 'ListEvents', run: () => jsonAnswer(200, referralEvents) },
  [`GET ${path}`]: { name: 'GetRegistration', run: (call) => jsonAnswer(200, view(find(call))) },
  [`POST ${path}`]: { name: 'CreateRegistration', run: register },
  [`PUT ${path}`]: {
    name: 'UpdateRegistration',
    run: (call) => {
      find(call);
      return register(call);
    },
  },
};

/** Finds an operation on registrations, or the certificate of notifications; null if the path is not one of those. */
export const findNotificationOperation = (
  simulation: AzureSimulation,
  request: HttpRequest,
  given: string,
): Operation | null => {
  if (given === certificatePath && request.method === 'GET')
    return { name: 'GetCertificate', run: () => answerCertificate(simulation) };
  for (const [key, { name, run }] of Object.entries(routes)) {
    const [method = '', pattern = ''] = key.split(' ');
    const params = method === request.method ? matchPath(pattern, given) : null;
    if (params) return { name, run: () => reply(simulation, request, params, run) };
  }
  return null;
};

const answerCertificate = (simulation: AzureSimulation): HttpAnswer => {
  const bytes = certificateBytes(simulation);
  if (!bytes) return { status: 404, headers: {}, body: '' };
  return { status: 200, headers: { 'content-type': 'application/pkix-cert' }, body: '', bytes };
};

const reply = async (
  simulation: AzureSimulation,
  request: HttpRequest,
  params: Record<string, string>,
  run: (call: ApiCall) => HttpAnswer,
): Promise<HttpAnswer> => {
  const answer = async (): Promise<HttpAnswer> => {
    const publisher = await authorize(simulation, request, audiences);
    if (!publisher) throw refusal(401, 'Unauthorized', 'The access token is missing, invalid or expired.');
    const body = readJsonBody(request);
    if (!body) throw refusal(400, 'InvalidInput', 'The body is not a JSON object.');
    return run({ simulation, request, publisher, params, query: readQuery(request), body, origin: originOf(request) });
  };
  const given = await answer().catch((error: unknown) => {
    const refused = answerOf(error);
    if (!refused) throw error;
    return refused;
  });
  return { ...given, headers: { ...given.headers, 'ms-correlationid': randomUUID(), 'ms-requestid': randomUUID() } };
};
