import type { Transitions } from '../kit/transitions.ts';
import { stateTables as charge } from './buyer/wallet/charge/states.ts';
import { stateTables as wallet } from './buyer/wallet/states.ts';
import { stateTables as commission } from './cosell/commission/states.ts';
import { stateTables as referral } from './cosell/referral/states.ts';
import { stateTables as cancellation } from './entitlement/cancellation/states.ts';
import { stateTables as entitlement } from './entitlement/states.ts';
import { stateTables as invoice } from './invoice/states.ts';
import { stateTables as billableMetric } from './metering/billable-metric/states.ts';
import { usageStatuses, usageTransitions } from './metering/usage-record-group/states.ts';
import { stateTables as message } from './notification/message/states.ts';
import { stateTables as webhookDelivery } from './notification/webhook/delivery/states.ts';
import { stateTables as offerSet } from './offer/offer-set/states.ts';
import { stateTables as offer } from './offer/states.ts';
import { stateTables as user } from './organization/access/user/states.ts';
import { stateTables as partnerMessage } from './organization/partner-message/states.ts';
import { stateTables as partnerInvitation } from './prm/invitation/states.ts';
import { stateTables as partnerRelationship } from './prm/relationship/states.ts';
import { stateTables as product } from './product/states.ts';
import { stateTables as supportTicket } from './support/ticket/states.ts';

export type StateTable = { statuses: readonly string[]; acts: Transitions<string, string> };

/** Every state table by its noun, as `golden/states.md` prints them. */
export const stateTables: Readonly<Record<string, StateTable>> = {
  ...product,
  ...wallet,
  ...charge,
  ...offer,
  ...offerSet,
  ...entitlement,
  ...invoice,
  ...billableMetric,
  ...cancellation,
  ...message,
  ...webhookDelivery,
  ...partnerMessage,
  ...partnerInvitation,
  ...partnerRelationship,
  ...user,
  ...referral,
  ...commission,
  ...supportTicket,
  'usage record group': { statuses: usageStatuses, acts: usageTransitions },
};
