import type { Clock } from '../../kit/clock.ts';
import type { Verifier } from '../desk.ts';
import type { Outgoing } from '../outgoing/outgoing.ts';
import { verifyAdyen } from './adyen.ts';
import { verifyAzure } from './azure.ts';
import { verifyGcp } from './gcp.ts';
import { verifyHubspot } from './hubspot.ts';
import { verifySalesforce } from './salesforce.ts';
import { verifySlack } from './slack.ts';
import { verifySmtp } from './smtp.ts';
import { verifyStripe } from './stripe.ts';

/**
 * How to verify each service, by `PARTNER/SERVICE`; the verifier of AWS belongs to its adapter. Teams has none:
 * whatever is sent to a workflow's address runs the workflow.
 */
export const createVerifiers = (outgoing: Outgoing, clock: Pick<Clock, 'wallNow'>) =>
  ({
    'AZURE/MARKETPLACE': verifyAzure(outgoing),
    'GCP/MARKETPLACE': verifyGcp(outgoing),
    'STRIPE/PAYMENT': verifyStripe(outgoing),
    'ADYEN/PAYMENT': verifyAdyen(outgoing),
    'SALESFORCE/CRM': verifySalesforce(outgoing, clock),
    'HUBSPOT/CRM': verifyHubspot(outgoing),
    'SMTP/EMAIL': verifySmtp(outgoing),
    'SLACK/CHATBOT': verifySlack(outgoing),
  }) satisfies Record<string, Verifier>;
