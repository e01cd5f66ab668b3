import { isPartnerError, partnerError } from '../../partner-error.ts';
import type { MarketplaceAccess } from '../port.ts';
import {
  type AzureOperation,
  type AzurePlan,
  type AzureSubscription,
  type ListedSubscription,
  noAnswer,
  operationAnswer,
  operationsAnswer,
  plansAnswer,
  resolveAnswer,
  type ShownUsage,
  shownUsageAnswer,
  subscriptionAnswer,
  subscriptionPage,
  type UsageBatchAnswer,
  usageAnswer,
} from './answers.ts';
import { type AzureClient, everyPage, nextTokenOf, unlessGone, unlessRefused } from './client.ts';

const pathOf = (id: string): string => `/saas/subscriptions/${encodeURIComponent(id)}`;

/**
 * The operation that the header `Operation-Location` names (OpenAPI of the SaaS fulfillment API). Only its id is used:
 * the address could be anywhere.
 */
const operationIn = (location: string | string[] | undefined): string | null => {
  const path = typeof location === 'string' ? URL.parse(location, 'https://operation.invalid')?.pathname : undefined;
  const id = path?.split('/').at(-1) ?? '';
  return /^[\w-]{1,64}$/.test(id) ? id : null;
};

/**
 * A subscription is locked while another operation is pending, for seconds: "Code: 409. Delete cannot be completed because
 * subscription is locked due to pending operation(s)" (SaaS fulfillment Subscription APIs v2); a change of its seats is then
 * refused with 400 and the same words (Microsoft's emulator of the API). It is asked for again.
 */
const asLocked = (error: unknown): unknown =>
  isPartnerError(error) &&
  error.outcome === 'REFUSED' &&
  (error.httpStatus === 409 || /\blocked\b/i.test(error.message))
    ? partnerError(error.message, {
        partner: error.partner,
        ...(error.endpoint === undefined ? {} : { endpoint: error.endpoint }),
        outcome: 'REFUSED',
        partnerCode: error.partnerCode,
        httpStatus: error.httpStatus,
        requestId: error.requestId,
        retryable: true,
        cause: error,
      })
    : error;

/** The lines of a day come in one answer, about 500 bytes each: this is room for 8,000. */
const usageAnswerBytes = 4 * 1024 * 1024;

/** SaaS fulfillment API version 2 and the metering API. */
export const createFulfilment = ({ send }: AzureClient) => {
  const page = async (access: MarketplaceAccess, continuationToken?: string) =>
    (
      await send(
        access,
        'MARKETPLACE',
        { what: 'ListSubscriptions', method: 'GET', path: '/saas/subscriptions', query: { continuationToken } },
        subscriptionPage,
      )
    ).answer;

  return {
    /** Null: the token is not (or no longer) valid, or belongs to an offer of another application. */
    resolve: async (access: MarketplaceAccess, token: string) =>
      (
        await unlessRefused(
          send(
            access,
            'MARKETPLACE',
            {
              what: 'ResolveSubscription',
              method: 'POST',
              path: '/saas/subscriptions/resolve',
              headers: { 'x-ms-marketplace-token': token },
            },
            resolveAnswer,
          ),
        )
      )?.answer ?? null,

    /** A harmless call. */
    touch: async (access: MarketplaceAccess): Promise<void> => void (await page(access)),

    list: (access: MarketplaceAccess): Promise<ListedSubscription[]> =>
      everyPage(
        async (continuationToken) => {
          const { subscriptions, '@nextLink': link } = await page(access, continuationToken);
          return { items: subscriptions, next: nextTokenOf(link) };
        },
        { what: 'ListSubscriptions' },
      ),

    get: async (access: MarketplaceAccess, id: string): Promise<AzureSubscription | null> =>
      (
        await unlessGone(
          send(access, 'MARKETPLACE', { what: 'GetSubscription', method: 'GET', path: pathOf(id) }, subscriptionAnswer),
        )
      )?.answer ?? null,

    /** The plan of a subscription as its buyer sees it; null if it is no longer shown. */
    planOf: async (
      access: MarketplaceAccess,
      { id, planId }: Pick<AzureSubscription, 'id' | 'planId'>,
    ): Promise<AzurePlan | null> => {
      const read = await unlessRefused(
        send(
          access,
          'MARKETPLACE',
          { what: 'ListAvailablePlans', method: 'GET', path: `${pathOf(id)}/listAvailablePlans`, query: { planId } },
          plansAnswer,
        ),
      );
      return read?.answer.plans.find((plan) => plan.planId === planId) ?? null;
    },

    activate: async (access: MarketplaceAccess, { id, planId, quantity }: AzureSubscription): Promise<void> => {
      const json = { planId, ...(typeof quantity === 'number' ? { quantity } : {}) };
      await send(
        access,
        'MARKETPLACE',
        { what: 'ActivateSubscription', method: 'POST', path: `${pathOf(id)}/activate`, json },
        noAnswer,
      );
    },

    /** Asks to end a subscription, or to change its seats, and returns the operation that does it. */
    begin: async (
      access: MarketplaceAccess,
      { agreementId, quantity }: { agreementId: string; quantity?: number },
    ): Promise<string | null> => {
      const call =
        quantity === undefined
          ? ({ what: 'DeleteSubscription', method: 'DELETE', path: pathOf(agreementId) } as const)
          : ({ what: 'UpdateSubscription', method: 'PATCH', path: pathOf(agreementId), json: { quantity } } as const);
      try {
        const { headers } = await send(access, 'MARKETPLACE', call, noAnswer);
        return operationIn(headers['operation-location']);
      } catch (error) {
        throw asLocked(error);
      }
    },

    /** The operations in progress. */
    listOperations: async (access: MarketplaceAccess, agreementId: string): Promise<AzureOperation[]> =>
      (
        await send(
          access,
          'MARKETPLACE',
          { what: 'ListOperations', method: 'GET', path: `${pathOf(agreementId)}/operations` },
          operationsAnswer,
        )
      ).answer.operations ?? [],

    getOperation: async (
      access: MarketplaceAccess,
      { agreementId, operationId }: { agreementId: string; operationId: string },
    ): Promise<AzureOperation | null> =>
      (
        await unlessGone(
          send(
            access,
            'MARKETPLACE',
            {
              what: 'GetOperation',
              method: 'GET',
              path: `${pathOf(agreementId)}/operations/${encodeURIComponent(operationId)}`,
            },
            operationAnswer,
          ),
        )
      )?.answer ?? null,

    updateOperation: async (
      access: MarketplaceAccess,
      { agreementId, operationId, accept }: { agreementId: string; operationId: string; accept: boolean },
    ): Promise<void> => {
      await send(
        access,
        'MARKETPLACE',
        {
          what: 'UpdateOperation',
          method: 'PATCH',
          path: `${pathOf(agreementId)}/operations/${encodeURIComponent(operationId)}`,
          json: { status: accept ? 'Success' : 'Failure' },
        },
        noAnswer,
      );
    },

    batchUsageEvent: (
      access: MarketplaceAccess,
      request: readonly Record<string, unknown>[],
    ): Promise<{ answer: UsageBatchAnswer; requestId: string | undefined }> =>
      send(
        access,
        'METERING',
        { what: 'BatchUsageEvent', method: 'POST', path: '/batchUsageEvent', json: { request } },
        usageAnswer,
      ),

    /** What was submitted, by day, resource, plan and dimension. */
    usageEvents: async (
      access: MarketplaceAccess,
      query: Readonly<Record<string, string | undefined>>,
    ): Promise<ShownUsage[]> =>
      (
        await send(
          access,
          'METERING',
          { what: 'GetUsageEvents', method: 'GET', path: '/usageEvents', query, answerBytes: usageAnswerBytes },
          shownUsageAnswer,
        )
      ).answer,
  };
};

export type Fulfilment = ReturnType<typeof createFulfilment>;
