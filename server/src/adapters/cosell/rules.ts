import { awsRules } from './aws/rules.ts';
import { azureRules } from './azure/rules.ts';
import { gcpRules } from './gcp/rules.ts';
import type { CoSellPartner, CoSellRules } from './port.ts';

/** What is known of each partner's referrals without asking it. */
export const coSellRules: Readonly<Record<CoSellPartner, CoSellRules>> = {
  AWS: awsRules,
  AZURE: azureRules,
  GCP: gcpRules,
};
