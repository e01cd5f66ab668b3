import { laneOf } from '../contract/workflow-lanes.ts';
import { insertOperation } from './operation-store.ts';
import type { StartWorkflow } from './run-act.ts';

/** Scopes whose runs belong to another service of the partner than its marketplace. */
const services: Readonly<Record<string, string>> = {
  referral: 'COSELL',
  cosell: 'COSELL',
  revenue: 'REVENUE',
  invitation: 'PRM',
  message: 'EMAIL',
};

/** `offer.cancel.2` has scope OFFER and action CANCEL. The number only distinguishes two versions of one workflow. */
export const partsOfName = (name: string): { scope: string; action: string; service: string } => {
  const [noun = '', verb = ''] = name.split('.');
  const shout = (word: string): string => word.replaceAll('-', '_').toUpperCase();
  return { scope: shout(noun), action: shout(verb), service: services[noun] ?? 'MARKETPLACE' };
};

/** Writes the operation and its queue entry inside the caller's transaction: both exist, or neither. */
export const startWorkflow: StartWorkflow = (db, start) =>
  insertOperation(db, {
    ...partsOfName(start.name),
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
