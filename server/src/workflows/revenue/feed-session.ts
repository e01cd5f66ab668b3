import type { MarketplaceAccess } from '../../adapters/marketplace/port.ts';
import { isPartnerError, type PartnerError } from '../../adapters/partner-error.ts';
import type { PaymentAccess } from '../../adapters/payment/port.ts';
import type { FeedMemory } from '../../adapters/revenue/feeds.ts';
import type { RevenueFeed } from '../../adapters/revenue/port.ts';
import { withoutSecrets } from '../../adapters/without-secrets.ts';
import { openMarketplaceAccess, openPaymentAccess } from '../../domain/organization/connection/access.ts';
import {
  findRevenueAccountById,
  type RevenueAccount,
} from '../../domain/organization/connection/actions/find-revenue-account.ts';
import type { MarketplaceConnection } from '../../domain/organization/connection/connection.ts';
import { listMessages } from '../../domain/organization/partner-message/actions/list-messages.ts';
import { forgetRequests, keepRequest, listRequests } from '../../domain/revenue/connection/actions/keep-requests.ts';
import type { PartOwner, SyncError } from '../../domain/revenue/connection/connection.ts';
import type { PartnerOptions, PartnerStep, WorkflowRun } from '../../engine/workflow.ts';
import { isStepFailed, stepFailed } from '../../engine/workflow.ts';
import type { WorkflowServices } from '../services.ts';
import { watchStep } from '../watch-step.ts';

/** What a step reads with. */
export type FeedReader = {
  feed: RevenueFeed;
  access: MarketplaceAccess | PaymentAccess;
  owner: PartOwner;
  step: PartnerStep;
  /** Makes a call of the feed, whose end the account's health shows. `isWhole`: it asks for nothing in particular. */
  call<T>(work: () => Promise<T>, options?: { isWhole?: boolean }): Promise<T>;
  /** What the partner said, for people, without credentials. */
  explain(error: PartnerError): SyncError;
};

const gone = 'NotConnected';

/** Whether there is nothing left to read from: the account was disconnected, or its channel is not available in this deployment. */
export const isGone = (error: unknown): boolean => isStepFailed(error) && error.failure.code === gone;

const isMarketplace = (connection: RevenueAccount['connection']): connection is MarketplaceConnection =>
  connection.service === 'MARKETPLACE';

const accessOf = (
  { secretKeys }: WorkflowServices,
  { connection }: RevenueAccount,
): MarketplaceAccess | PaymentAccess =>
  isMarketplace(connection) ? openMarketplaceAccess(secretKeys, connection) : openPaymentAccess(secretKeys, connection);

/** The steps of a run that read what an account earned, each with credentials opened for it. */
export const openFeedSession = (services: WorkflowServices, run: WorkflowRun, connectionId: string) => {
  const prettifyOf = ({ channel }: RevenueAccount) => {
    const { marketplaces, payments } = services;
    const port = { ...marketplaces, ...payments }[channel];
    return (error: { code: string; message: string }): string => port?.prettifyError(error) ?? error.message;
  };
  return {
    /** Results are serialized as JSON. */
    ask: <T>(name: string, options: PartnerOptions, work: (reader: FeedReader) => Promise<T>): Promise<T> => {
      const { begin, after } = watchStep(services);
      return run.partner(name, { ...options, after }, async (step) => {
        const account = await findRevenueAccountById(step.db, connectionId);
        if (!account) throw stepFailed(gone, 'The account is not connected any more.');
        const { channel, connection } = account;
        const memory: FeedMemory = {
          messages: (type) => listMessages(step.db, channel, type),
          requests: {
            list: (kind) => listRequests(step.db, connectionId, kind),
            keep: (request) => step.record([], (act) => keepRequest(act, connectionId, request)),
            forget: (kind, ids) => step.record([], (act) => forgetRequests(act, connectionId, { kind, ids })),
          },
        };
        const feed = services.revenueFeeds[channel]?.(memory);
        if (!feed) throw stepFailed(gone, `The revenue of ${channel} is not available in this deployment.`);
        const access = accessOf(services, account);
        const { credentials } = access;
        const prettify = prettifyOf(account);
        const watch = begin(step, { partner: channel, connection, credentials, prettify });
        const explain = ({ partnerCode: code, message }: PartnerError): SyncError => {
          const partnerMessage = withoutSecrets(message, credentials);
          return { code, message: prettify({ code, message: partnerMessage }), partnerMessage };
        };
        const owner = { channel, accountId: connection.account_id };
        const call: FeedReader['call'] = (make, kind) => watch.call('REVENUE', make, kind);
        try {
          return await work({ feed, access, owner, step, call, explain });
        } catch (error) {
          if (!isPartnerError(error)) throw error;
          if (error.requestId) step.note({ partnerRequestId: error.requestId });
          if (error.retryable) throw error;
          const said = explain(error);
          throw stepFailed(said.code, said.message, { partner: channel, message: said.partnerMessage, cause: said });
        }
      });
    },
  };
};
