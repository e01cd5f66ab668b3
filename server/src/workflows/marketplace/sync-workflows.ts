import type { Workflow } from '../../engine/workflow.ts';
import { syncAgreement } from '../entitlement/sync-agreement.ts';
import { openPartnerSession, type WorkflowServices } from '../services.ts';
import { syncProduct } from './sync-listing.ts';

const sentenceOf = (exists: boolean, noun: string): string =>
  exists ? `The ${noun} was read.` : `The marketplace has no such ${noun}.`;

export const syncAgreementWorkflow = (services: WorkflowServices): Workflow<'agreement.sync'> => ({
  name: 'agreement.sync',
  run: async (run, { connectionId, agreementId }) => {
    const session = openPartnerSession(services, run, { connectionId });
    return sentenceOf((await syncAgreement(run, session, { connectionId }, { agreementId })) !== null, 'agreement');
  },
});

export const syncProductWorkflow = (services: WorkflowServices): Workflow<'product.sync'> => ({
  name: 'product.sync',
  run: async (run, { connectionId, entityId }) => {
    const session = openPartnerSession(services, run, { connectionId });
    return sentenceOf(await syncProduct(run, session, { connectionId }, entityId), 'product');
  },
});
