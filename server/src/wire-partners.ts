import { createPartnerDesk, type PartnerDesk } from './adapters/desk.ts';
import { createAwsMarketplace } from './adapters/marketplace/aws/adapter.ts';
import { verifyAws } from './adapters/marketplace/aws/verify.ts';
import type { MessageReceiver } from './adapters/marketplace/messages.ts';
import { createOutgoing, type Outgoing, type OutgoingOptions } from './adapters/outgoing/outgoing.ts';
import { createVerifiers } from './adapters/verify/verifiers.ts';
import type { Closers } from './closers.ts';
import type { Marketplaces } from './workflows/services.ts';

/** Everything that speaks to partners, behind one guard of addresses. */
export type Partners = {
  outgoing: Outgoing;
  marketplaces: Marketplaces;
  /** How messages of each partner come in. */
  receivers: Readonly<Record<string, MessageReceiver>>;
  desk: PartnerDesk;
};

/** `simulatorUrl`: the only address of the machine itself that may be called. */
export const wirePartners = (
  simulatorUrl: string | undefined,
  options: OutgoingOptions | undefined,
  closers: Closers,
): Partners => {
  const outgoing = createOutgoing({ allowedOrigins: simulatorUrl === undefined ? [] : [simulatorUrl], ...options });
  const aws = createAwsMarketplace({ agents: outgoing.agents });
  closers.add(async () => aws.close());
  const marketplaces: Marketplaces = { AWS: aws };
  const verifiers = { ...createVerifiers(outgoing), 'AWS/MARKETPLACE': verifyAws(aws) };
  const receivers = Object.fromEntries(Object.entries(marketplaces).map(([code, { messages }]) => [code, messages]));
  return { outgoing, marketplaces, receivers, desk: createPartnerDesk(verifiers, outgoing.refused) };
};
