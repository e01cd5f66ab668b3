import { laneOf } from '../contract/workflow-inputs.ts';
import { insertOperation } from './operation-store.ts';
import type { StartWorkflow } from './run-act.ts';

/** Runs that belong to one service, whatever their partner: by workflow, or by its noun. */
const services: Readonly<Record<string, string>> = {
  referral: 'COSELL',
  cosell: 'COSELL',
  revenue: 'REVENUE',
  invitation: 'EMAIL',
  'partner-invitation': 'EMAIL',
  'message.send': 'EMAIL',
  'partner-file': 'STORAGE',
  'support-attachment': 'STORAGE',
};

/** What a partner is connected for, where that is not a marketplace. */
const servicesOfPartners: Readonly<Record<string, string>> = {
  STRIPE: 'PAYMENT',
  ADYEN: 'PAYMENT',
  SALESFORCE: 'CRM',
  HUBSPOT: 'CRM',
};

/** `offer.cancel.2` has scope OFFER and action CANCEL. The number only distinguishes two versions of one workflow. */
export const partsOfName = (
  name: string,
  partner: string | null = null,
): { scope: string; action: string; service: string } => {
  const [noun = '', verb = ''] = name.split('.');
  const shout = (word: string): string => word.replaceAll('-', '_').toUpperCase();
  const own = services[`${noun}.${verb}`] ?? services[noun];
  return {
    scope: shout(noun),
    action: shout(verb),
    service: own ?? servicesOfPartners[partner ?? ''] ?? 'MARKETPLACE',
  };
};

/** Writes the operation and its queue entry inside the caller's transaction: both exist, or neither. */
export const startWorkflow: StartWorkflow = (db, start) =>
  insertOperation(db, {
    ...partsOfName(start.name, start.partner),
    id: start.operationId,
    name: start.name,
    partner: start.partner ?? null,
    partnerId: null,
    entityId: start.entityId,
    parentOperationId: start.parentOperationId ?? null,
    actor: start.actor,
    input: start.input,
    time: start.now,
    lane: laneOf(start.name),
    dueBy: start.dueBy ?? null,
  });
