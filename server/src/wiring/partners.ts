import type { Chats } from '../adapters/chat/port.ts';
import type { CoSells } from '../adapters/cosell/port.ts';
import type { Crms } from '../adapters/crm/port.ts';
import { createEmailWriter } from '../adapters/email-writer/email-writer.ts';
import type { MessageReceiver, MessageReceivers } from '../adapters/marketplace/messages.ts';
import { type AllowedHost, allowOrigin } from '../adapters/outgoing/allowed-hosts.ts';
import { createOutgoing, type Outgoing, type OutgoingOptions } from '../adapters/outgoing/outgoing.ts';
import { createPartnerGateway, type PartnerGateway, type Verifier } from '../adapters/partner-gateway.ts';
import { createAdyenPayments } from '../adapters/payment/adyen/payments.ts';
import type { PaymentProviders } from '../adapters/payment/port.ts';
import { createStripePayments } from '../adapters/payment/stripe/payments.ts';
import type { RevenueFeeds } from '../adapters/revenue/feeds.ts';
import { createVerifiers } from '../adapters/verify/verifiers.ts';
import type { Config } from '../config/config.ts';
import type { Clock } from '../kit/clock.ts';
import type { Metrics } from '../kit/metrics.ts';
import type { Marketplaces } from '../workflows/services.ts';
import { wireChats } from './chats.ts';
import type { Closers } from './closers.ts';
import { wireCoSellMessages, wireCoSells, wireCoSellVerifiers } from './cosell.ts';
import { crmMessages, wireCrms } from './crms.ts';
import { wireMarketplaces } from './marketplaces.ts';
import { wireRevenueFeeds } from './revenue-feeds.ts';

/** All clients of partners, behind one guard that restricts addresses. */
export type Partners = {
  outgoing: Outgoing;
  marketplaces: Marketplaces;
  receivers: MessageReceivers;
  payments: PaymentProviders;
  /** The readers of revenue by channel. */
  revenueFeeds: RevenueFeeds;
  /** Co-sell partners by code. */
  coSells: CoSells;
  /** CRMs by code. */
  crms: Crms;
  /** Senders of messages to channels. */
  chats: Chats;
  gateway: PartnerGateway;
};

export type PartnerWiring = {
  /** The only local address that may be called, and its allowed paths. */
  simulators: { url: string; paths: readonly string[] } | undefined;
  /** Hosts outside the public internet that the operator has allowed. */
  allowedHosts: readonly AllowedHost[];
  /** The API's public URL for partners, without trailing slash. */
  publicUrl: string;
  clock: Clock;
  metrics: Pick<Metrics, 'observePartnerCall'>;
  outgoing: OutgoingOptions | undefined;
  /** The operator's service that drafts mails. */
  emailWriter: Config['emailWriter'];
};

export const wirePartners = (
  { simulators, allowedHosts, publicUrl, clock, metrics, outgoing: options, emailWriter: writer }: PartnerWiring,
  closers: Closers,
): Partners => {
  const outgoing = createOutgoing({
    allowed: [...(simulators ? [allowOrigin(simulators.url, simulators.paths)] : []), ...allowedHosts],
    ...options,
  });
  const { marketplaces, verifiers: marketplaceVerifiers } = wireMarketplaces({ outgoing, publicUrl, clock }, closers);
  const payments: Required<PaymentProviders> = {
    STRIPE: createStripePayments({ agents: outgoing.agents }),
    ADYEN: createAdyenPayments(outgoing.request, { publicUrl }),
  };
  const messagesOf = (
    service: string,
    partners: Readonly<Record<string, { messages: MessageReceiver }>>,
  ): MessageReceivers =>
    Object.fromEntries(Object.entries(partners).map(([code, { messages }]) => [`${code}/${service}`, messages]));
  const receivers: MessageReceivers = {
    ...messagesOf('MARKETPLACE', marketplaces),
    ...messagesOf('PAYMENT', payments),
    ...wireCoSellMessages(outgoing),
    ...crmMessages,
  };
  const revenueFeeds = wireRevenueFeeds(outgoing, clock);
  const coSells = wireCoSells(outgoing);
  const verifiers: Readonly<Record<string, Verifier>> = {
    ...createVerifiers(outgoing, clock),
    ...wireCoSellVerifiers(coSells),
    ...marketplaceVerifiers,
  };
  const crms = wireCrms(outgoing, clock);
  const checkAddress = outgoing.refusedBase;
  const checkReceiver = (address: string): string | null => outgoing.refused(address);
  const emailWriter = writer && createEmailWriter(outgoing, writer);
  const gateway = createPartnerGateway(verifiers, {
    checkAddress,
    checkReceiver,
    payments,
    metrics,
    marketplaces,
    coSells,
    crms,
    emailWriter,
  });
  const chats = wireChats(outgoing);
  return { outgoing, marketplaces, payments, revenueFeeds, coSells, crms, chats, receivers, gateway };
};
