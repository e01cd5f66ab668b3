import type { Clock } from '../../kit/clock.ts';
import type { Outgoing } from '../outgoing/outgoing.ts';
import type { Verifier } from '../partner-gateway.ts';
import type { PaymentCode } from '../partner-services.ts';
import { verifyAdyen } from './adyen.ts';
import { verifyHubspot } from './hubspot.ts';
import { verifySalesforce } from './salesforce.ts';
import { verifySlack } from './slack.ts';
import { verifySmtp } from './smtp.ts';
import { verifyStripe } from './stripe.ts';

/**
 * How to verify each service, by `PARTNER/SERVICE`; those of marketplaces are wired with their clients. Teams has none:
 * whatever is sent to a workflow's address runs the workflow.
 */
export const createVerifiers = (outgoing: Outgoing, clock: Pick<Clock, 'wallNow'>) =>
  ({
    'STRIPE/PAYMENT': verifyStripe(outgoing),
    'ADYEN/PAYMENT': verifyAdyen(outgoing),
    'SALESFORCE/CRM': verifySalesforce(outgoing, clock),
    'HUBSPOT/CRM': verifyHubspot(outgoing),
    'SMTP/EMAIL': verifySmtp(outgoing),
    'SLACK/CHATBOT': verifySlack(outgoing),
  }) satisfies Record<string, Verifier> & Record<`${PaymentCode}/PAYMENT`, Verifier>;
