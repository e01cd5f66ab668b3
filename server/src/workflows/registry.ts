import type { WorkflowName } from '../contract/workflow-inputs.ts';
import type { AnyWorkflow, Workflow } from '../engine/workflow.ts';
import { applyMessageWorkflow } from './apply-message.ts';
import { approveEntitlementWorkflow } from './approve-entitlement.ts';
import { askUsageWorkflow } from './ask-usage.ts';
import { cancelOfferWorkflow } from './cancel-offer.ts';
import { createOfferWorkflow } from './create-offer.ts';
import { createOfferSetWorkflow } from './create-offer-set.ts';
import { createProductWorkflow } from './create-product.ts';
import { detachWalletWorkflow } from './detach-wallet.ts';
import { expireOfferWorkflow } from './expire-offer.ts';
import { extendOfferWorkflow } from './extend-offer.ts';
import { notifyOfferWorkflow } from './notify-offer.ts';
import { publishProductWorkflow } from './publish-product.ts';
import { pushBuyerWorkflow } from './push-buyer.ts';
import { reconcileMarketplaceWorkflow } from './reconcile-marketplace.ts';
import { reconcilePaymentsWorkflow } from './reconcile-payments.ts';
import { reportUsageWorkflow } from './report-usage.ts';
import { repriceOfferWorkflow } from './reprice-offer.ts';
import { sendInvitationWorkflow } from './send-invitation.ts';
import { sendMessageWorkflow } from './send-message.ts';
import type { WorkflowServices } from './services.ts';
import { syncOfferWorkflow } from './sync-offer.ts';
import { syncAgreementWorkflow, syncProductWorkflow } from './sync-workflows.ts';
import { updateProductWorkflow } from './update-product.ts';
import { withdrawOfferWorkflow } from './withdraw-offer.ts';

/** Every workflow of the service. A name of `contract/workflow-inputs.ts` without its implementation does not compile. */
const registry: { readonly [Name in WorkflowName]: (services: WorkflowServices) => Workflow<Name> } = {
  'agreement.sync': syncAgreementWorkflow,
  'entitlement.approve': approveEntitlementWorkflow,
  'buyer.push': pushBuyerWorkflow,
  'invitation.send': sendInvitationWorkflow,
  'marketplace.reconcile': reconcileMarketplaceWorkflow,
  'message.apply': applyMessageWorkflow,
  'message.send': sendMessageWorkflow,
  'offer.cancel': cancelOfferWorkflow,
  'offer.create': createOfferWorkflow,
  'offer.expire': expireOfferWorkflow,
  'offer.extend': extendOfferWorkflow,
  'offer.notify': notifyOfferWorkflow,
  'offer.reprice': repriceOfferWorkflow,
  'offer.sync': syncOfferWorkflow,
  'offer.withdraw': withdrawOfferWorkflow,
  'offer-set.create': createOfferSetWorkflow,
  'payment.reconcile': reconcilePaymentsWorkflow,
  'product.create': createProductWorkflow,
  'product.publish': publishProductWorkflow,
  'product.sync': syncProductWorkflow,
  'product.update': updateProductWorkflow,
  'usage.ask': askUsageWorkflow,
  'usage.report': reportUsageWorkflow,
  'wallet.detach': detachWalletWorkflow,
};

export const workflowNames = Object.keys(registry) as WorkflowName[];

export const createWorkflows = (services: WorkflowServices): AnyWorkflow[] =>
  Object.values(registry).map((create: (services: WorkflowServices) => AnyWorkflow) => create(services));
