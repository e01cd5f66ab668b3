import { watchPort } from '../adapters/call-health.ts';
import type { Chats } from '../adapters/chat/port.ts';
import type { CoSells } from '../adapters/cosell/port.ts';
import type { Crms } from '../adapters/crm/port.ts';
import { type DocumentService, isDocumentError } from '../adapters/documents/port.ts';
import type { Mailer, OrganizationMail } from '../adapters/mail/port.ts';
import type { MessageReceivers } from '../adapters/marketplace/messages.ts';
import type {
  AgreementRead,
  Marketplace,
  MarketplaceAccess,
  MarketplaceCode,
  OfferRead,
} from '../adapters/marketplace/port.ts';
import { isPartnerError } from '../adapters/partner-error.ts';
import type { PaymentProviders } from '../adapters/payment/port.ts';
import type { RevenueFeeds } from '../adapters/revenue/feeds.ts';
import { marketplaceCalls } from '../adapters/watched-calls.ts';
import type { ReplyAddresses } from '../auth/reply-address.ts';
import type { SecretKeys } from '../auth/secrets.ts';
import { isMarketplace } from '../contract/marketplaces/marketplaces.ts';
import { openMarketplaceAccess } from '../domain/organization/connection/access.ts';
import {
  type AccountRef,
  loadMarketplaceConnection,
} from '../domain/organization/connection/actions/load-connection.ts';
import type { PartnerOptions, PartnerStep, PollOptions, Retry, WorkflowRun } from '../engine/workflow.ts';
import { stepFailed } from '../engine/workflow.ts';
import { encodeId } from '../kit/ids.ts';
import type { Log } from '../kit/log.ts';
import type { Metrics } from '../kit/metrics.ts';
import { type StepWatch, watchStep } from './watch-step.ts';

/** The marketplaces by code, as wired. */
export type Marketplaces = Partial<Record<MarketplaceCode, Marketplace>>;

/** What workflows need besides the engine. */
export type WorkflowServices = {
  marketplaces: Marketplaces;
  receivers: MessageReceivers;
  /** Payment providers by code; absent ones are not available. */
  payments: PaymentProviders;
  /** Readers of what accounts earned, by channel; absent ones are not available. */
  revenueFeeds: RevenueFeeds;
  /** Co-sell partners by code; absent ones are not available. */
  coSells: CoSells;
  /** CRMs by code; absent ones are not available. */
  crms: Crms;
  mailer: Mailer;
  /** Chat services by channel; absent ones are not available. */
  chats?: Chats;
  /** Mail that organizations send. */
  organizationMail: OrganizationMail;
  /** Addresses at which mails about tickets are answered; absent if the service receives no mail. */
  replyAddresses?: ReplyAddresses | undefined;
  /** Documents fetched from other servers, merged and stored. */
  documents: DocumentService;
  /** The base address for signing in, and for links of partner invitations. */
  authUrl: string;
  /** The base address of the console, to which other links in mails lead. */
  publicUrl: string;
  secretKeys: SecretKeys;
  log: Log;
  metrics: Pick<Metrics, 'observePartnerCall'>;
};

/**
 * A call that may change something at the partner is repeated for about six hours before it is abandoned: until there
 * is a definite answer it may have taken effect, and reporting a failure would invite a second call.
 */
export const longRetry: Partial<Retry> = { maxAttempts: 400, firstDelayMs: 500, factor: 2, maxDelayMs: 60_000 };

const timeoutMs = 60_000;
const detailMax = 4000;

type Call<T> = (marketplace: Marketplace, access: MarketplaceAccess, step: PartnerStep) => Promise<T>;

/** Undefined for partners that are not marketplaces, and for marketplaces that are not available here. */
export const findMarketplace = (marketplaces: Marketplaces, partner: string | null): Marketplace | undefined =>
  partner !== null && isMarketplace(partner) ? marketplaces[partner] : undefined;

const marketplaceOf = (
  marketplaces: Marketplaces,
  account: AccountRef,
  partnerName: string | null,
): Marketplace | undefined => findMarketplace(marketplaces, 'partner' in account ? account.partner : partnerName);

/** The PDF at an address that a change names: a file of the organization, or one on the public internet. */
const loadOf =
  ({ documents }: WorkflowServices, run: WorkflowRun) =>
  async (url: string): Promise<Uint8Array> => {
    try {
      return await documents.load(encodeId('org', run.orgId), url);
    } catch (error) {
      if (!isDocumentError(error) || error.retryable) throw error;
      throw stepFailed(error.code, error.message);
    }
  };

/** The steps of a run that call the marketplace, each with credentials opened for the call. */
export const openPartnerSession = (services: WorkflowServices, run: WorkflowRun, account: AccountRef) => {
  const bind =
    <T>(call: Call<T>, { begin }: StepWatch) =>
    async (step: PartnerStep): Promise<T> => {
      const connection = await loadMarketplaceConnection(step.db, account);
      const { partner } = connection;
      const marketplace = services.marketplaces[partner];
      if (!marketplace) throw stepFailed('NotConnected', `${partner} is not available in this deployment.`);
      const access = openMarketplaceAccess(services.secretKeys, connection);
      const prettify = marketplace.prettifyError;
      const watch = begin(step, { partner, connection, credentials: access.credentials, prettify });
      try {
        return await call(watchPort(marketplace, marketplaceCalls, watch), access, step);
      } catch (error) {
        if (!isPartnerError(error)) throw error;
        if (error.requestId) step.note({ partnerRequestId: error.requestId });
        if (error.retryable) throw error;
        // Definite: a retry would get the same answer. The partner's own words are kept with the readable sentence.
        const details = JSON.stringify(error.details ?? null);
        throw stepFailed(
          error.partnerCode,
          marketplace.prettifyError({ code: error.partnerCode, message: error.message }),
          {
            partner: error.partner,
            message: error.message,
            ...(details === 'null' || details.length > detailMax ? {} : { details: error.details }),
          },
        );
      }
    };
  return {
    /** The partner's error as a sentence that tells a seller what to do. */
    prettify: (error: { code: string; message: string }): string =>
      marketplaceOf(services.marketplaces, account, run.partnerName)?.prettifyError(error) ?? error.message,
    load: loadOf(services, run),
    publication: marketplaceOf(services.marketplaces, account, run.partnerName)?.publication ?? null,
    startTime: run.startTime,
    changePace: marketplaceOf(services.marketplaces, account, run.partnerName)?.changePace ?? {},
    /** Results are serialized as JSON: times become strings (see `revived…` below). */
    ask: <T>(step: string, call: Call<T>, options: PartnerOptions = {}): Promise<T> => {
      const watch = watchStep(services);
      return run.partner(step, { timeoutMs, ...options, after: watch.after }, bind(call, watch));
    },
    waitFor: <T>(step: string, options: PollOptions, look: Call<T | undefined>): Promise<T> => {
      const watch = watchStep(services);
      return run.poll(step, { timeoutMs, ...options, after: watch.after }, bind(look, watch));
    },
  };
};

export type PartnerSession = ReturnType<typeof openPartnerSession>;

const time = (value: unknown): Date => new Date(value as string);
const timeOrNull = (value: unknown): Date | null => (value === null ? null : time(value));

/** Restores the times of an agreement after JSON. */
export const restoreAgreement = (read: AgreementRead): AgreementRead => ({
  ...read,
  startTime: time(read.startTime),
  endTime: timeOrNull(read.endTime),
  acceptanceTime: timeOrNull(read.acceptanceTime),
});

/** Restores the times of an offer after JSON. */
export const restoreOffer = (read: OfferRead): OfferRead => ({
  ...read,
  ...(read.acceptTime === undefined ? {} : { acceptTime: timeOrNull(read.acceptTime) }),
  expireTime: timeOrNull(read.expireTime),
  agreementStart: timeOrNull(read.agreementStart),
  agreementEnd: timeOrNull(read.agreementEnd),
});

/** Step names are limited in length. */
export const stepName = (verb: string, id: string): string => `${verb} ${id}`.slice(0, 120);
