import type { Delivery, DeliveryRules, Posting } from '../kit/deliveries.ts';
import { strikeNow } from '../kit/faults.ts';
import { textOf } from './api/call.ts';
import { documentsOf, typeOf } from './catalog/plan.ts';
import { marketplaceAppId } from './entra/authorize.ts';
import { forgeToken, signToken } from './entra/keys.ts';
import { issuerOf } from './entra/routes.ts';
import { awaitsPublisher, finishOperation } from './fulfilment/operation-life.ts';
import { referralEvents } from './notifications/notify.ts';
import { postNotification } from './notifications/post.ts';
import { type AzureReader, type AzureSimulation, type AzureTables, type Json, readSettings } from './state.ts';

/** The technical configuration with which a product went live. */
export const technicalConfiguration = (reader: AzureReader, productId: string): Json => {
  const isOne = (document: Json): boolean => typeOf(document) === 'software-as-a-service-technical-configuration';
  return documentsOf(reader, productId, 'live').find(isOne) ?? {};
};

/**
 * A webhook call of the marketplace, with a bearer token from the publisher's tenant for the publisher's application.
 */
const post = async (simulation: AzureSimulation, delivery: Delivery): Promise<Posting | null> => {
  const { store } = simulation;
  const publisher = store.get('publishers', delivery.accountId);
  const subscription = store.get('subscriptions', String(delivery.body.subscriptionId));
  if (!publisher || !subscription) return null;
  const configured = technicalConfiguration(store, subscription.productId);
  const url = publisher.messageTarget?.url ?? textOf(configured.connectionWebhook);
  if (!url) return null;
  const tid = publisher.messageTarget ? publisher.tenantId : (textOf(configured.azureAdTenantId) ?? publisher.tenantId);
  const aud = publisher.messageTarget ? publisher.clientId : (textOf(configured.azureAdAppId) ?? publisher.clientId);
  const isFirstVersion = readSettings(store).webhookTokenVersion === 1;
  const place = { operation: delivery.type, accountId: delivery.accountId };
  const isForged = strikeNow(simulation, 'forged-token', place) !== null;
  const token = await (isForged ? forgeToken : signToken)(simulation, {
    aud,
    iss: isFirstVersion ? `https://sts.windows.net/${tid}/` : issuerOf(tid),
    tid,
    ...(isFirstVersion
      ? { appid: marketplaceAppId, appidacr: '2', ver: '1.0' }
      : { azp: marketplaceAppId, azpacr: '2', ver: '2.0' }),
  });
  return {
    url,
    headers: {
      ...publisher.messageTarget?.headers,
      'content-type': 'application/json; charset=utf-8',
      authorization: `Bearer ${token}`,
    },
    body: JSON.stringify(delivery.body),
  };
};

const isNotification = ({ type }: Delivery): boolean => referralEvents.includes(type);

/**
 * The marketplace's calls are retried up to 500 times over about 8 hours; a 4xx refuses the change in question.
 * Notifications of Partner Center are attempted 10 times ("Partner Center webhooks").
 */
export const webhookRules: DeliveryRules<AzureTables> = {
  post: async (simulation, delivery) =>
    isNotification(delivery) ? postNotification(simulation, delivery) : post(simulation, delivery),
  triesAgain: (status, { type }) => !isRefusal(status) || (type !== 'ChangePlan' && type !== 'ChangeQuantity'),
  retries: (_, delivery) => ({ attemptsMax: isNotification(delivery) ? 10 : 500, firstPauseMs: 1000 }),
  attempted(transaction, { body, lastStatus }) {
    const operation = transaction.get('operations', String(body.id));
    if (
      operation?.status !== 'InProgress' ||
      !awaitsPublisher(transaction, operation) ||
      operation.action === 'Reinstate'
    )
      return;
    if (lastStatus !== null && isRefusal(lastStatus))
      finishOperation(transaction, operation, `The webhook answered ${lastStatus}.`);
  },
};

const isRefusal = (status: number): boolean => status >= 400 && status < 500 && status !== 408 && status !== 429;
