import type { WorkflowName } from '../contract/workflow-inputs.ts';
import type { AnyWorkflow, Workflow } from '../engine/workflow.ts';
import { applyMessageWorkflow } from './apply-message.ts';
import { approveEntitlementWorkflow } from './approve-entitlement.ts';
import { cancelOfferWorkflow } from './cancel-offer.ts';
import { createOfferWorkflow } from './create-offer.ts';
import { expireOfferWorkflow } from './expire-offer.ts';
import { reconcileMarketplaceWorkflow } from './reconcile-marketplace.ts';
import { reportUsageWorkflow } from './report-usage.ts';
import { sendInvitationWorkflow } from './send-invitation.ts';
import type { WorkflowServices } from './services.ts';
import { syncAgreementWorkflow, syncOfferWorkflow, syncProductWorkflow } from './sync-workflows.ts';

/** Every workflow of the service. A name of `contract/workflow-inputs.ts` without its implementation does not compile. */
const registry: { readonly [Name in WorkflowName]: (services: WorkflowServices) => Workflow<Name> } = {
  'agreement.sync': syncAgreementWorkflow,
  'entitlement.approve': approveEntitlementWorkflow,
  'invitation.send': sendInvitationWorkflow,
  'marketplace.reconcile': reconcileMarketplaceWorkflow,
  'message.apply': applyMessageWorkflow,
  'offer.cancel': cancelOfferWorkflow,
  'offer.create': createOfferWorkflow,
  'offer.expire': expireOfferWorkflow,
  'offer.sync': syncOfferWorkflow,
  'product.sync': syncProductWorkflow,
  'usage.report': reportUsageWorkflow,
};

export const workflowNames = Object.keys(registry) as WorkflowName[];

export const createWorkflows = (services: WorkflowServices): AnyWorkflow[] =>
  Object.values(registry).map((create: (services: WorkflowServices) => AnyWorkflow) => create(services));
