import { createAwsCoSell } from '../adapters/cosell/aws/adapter.ts';
import { awsReferralMessages } from '../adapters/cosell/aws/messages.ts';
import { createAzureCoSell } from '../adapters/cosell/azure/adapter.ts';
import { createAzureReferralMessages } from '../adapters/cosell/azure/messages.ts';
import type { CoSells } from '../adapters/cosell/port.ts';
import type { MessageReceivers } from '../adapters/marketplace/messages.ts';
import type { Outgoing } from '../adapters/outgoing/outgoing.ts';
import type { Verifier } from '../adapters/partner-gateway.ts';
import { verifyCoSell } from '../adapters/verify/cosell.ts';

/** The partners that deals are sold together with. GCP has no interface for it: its deals are handed over by file. */
export const wireCoSells = (outgoing: Outgoing): CoSells => ({
  AWS: createAwsCoSell({ agents: outgoing.agents }),
  AZURE: createAzureCoSell({ outgoing }),
});

/** How their messages are received. */
export const wireCoSellMessages = (outgoing: Outgoing): MessageReceivers => ({
  'AWS/COSELL': awsReferralMessages,
  'AZURE/COSELL': createAzureReferralMessages(outgoing),
});

/** How their accounts are verified, by `PARTNER/SERVICE`. */
export const wireCoSellVerifiers = (coSells: CoSells): Readonly<Record<string, Verifier>> =>
  Object.fromEntries(Object.entries(coSells).map(([code, coSell]) => [`${code}/COSELL`, verifyCoSell(coSell)]));
