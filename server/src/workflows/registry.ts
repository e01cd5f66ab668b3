import type { WorkflowName } from '../contract/workflow-inputs.ts';
import type { AnyWorkflow, Workflow } from '../engine/workflow.ts';
import { detachWalletWorkflow } from './buyer/detach-wallet.ts';
import { pushBuyerWorkflow } from './buyer/push-buyer.ts';
import { reconcilePaymentsWorkflow } from './buyer/reconcile-payments.ts';
import { approveEntitlementWorkflow } from './entitlement/approve-entitlement.ts';
import { cancelEntitlementWorkflow } from './entitlement/cancel-entitlement.ts';
import { adjustRenewalWorkflow, optOutRenewalWorkflow } from './entitlement/change-renewal.ts';
import { changeSeatsWorkflow } from './entitlement/change-seats.ts';
import { requestCancellationWorkflow, withdrawCancellationWorkflow } from './entitlement/request-cancellation.ts';
import { payInvoiceWorkflow } from './invoice/pay-invoice.ts';
import { refundInvoiceWorkflow } from './invoice/refund-invoice.ts';
import { applyMessageWorkflow } from './marketplace/apply-message.ts';
import { reconcileMarketplaceWorkflow } from './marketplace/reconcile-marketplace.ts';
import { syncAgreementWorkflow, syncProductWorkflow } from './marketplace/sync-workflows.ts';
import { sendInvitationWorkflow } from './message/send-invitation.ts';
import { sendMessageWorkflow } from './message/send-message.ts';
import { askUsageWorkflow } from './metering/ask-usage.ts';
import { compareUsageWorkflow } from './metering/compare-usage.ts';
import { reportUsageWorkflow } from './metering/report-usage.ts';
import { cancelOfferWorkflow } from './offer/cancel-offer.ts';
import { createOfferWorkflow } from './offer/create-offer.ts';
import { createOfferSetWorkflow } from './offer/create-offer-set.ts';
import { expireOfferWorkflow } from './offer/expire-offer.ts';
import { extendOfferWorkflow } from './offer/extend-offer.ts';
import { notifyOfferWorkflow } from './offer/notify-offer.ts';
import { repriceOfferWorkflow } from './offer/reprice-offer.ts';
import { syncOfferWorkflow } from './offer/sync-offer.ts';
import { withdrawOfferWorkflow } from './offer/withdraw-offer.ts';
import { deliverInvitationWorkflow } from './partner/deliver-invitation.ts';
import { removeAttachmentWorkflow, removeFileWorkflow } from './partner/remove-file.ts';
import { createProductWorkflow } from './product/create-product.ts';
import { publishProductWorkflow } from './product/publish-product.ts';
import { updateProductWorkflow } from './product/update-product.ts';
import { answerReferralWorkflow } from './referral/answer-referral.ts';
import { invitePartnerWorkflow } from './referral/invite-partner.ts';
import { reconcileRecordsWorkflow } from './referral/reconcile-records.ts';
import { reconcileReferralsWorkflow } from './referral/reconcile-referrals.ts';
import { submitReferralWorkflow } from './referral/submit-referral.ts';
import { syncReferralWorkflow } from './referral/sync-referral.ts';
import { backfillRevenueWorkflow, syncRevenueWorkflow } from './revenue/sync-revenue.ts';
import type { WorkflowServices } from './services.ts';

/** Every workflow of the service. A name of `contract/workflow-inputs.ts` without its implementation does not compile. */
const registry: { readonly [Name in WorkflowName]: (services: WorkflowServices) => Workflow<Name> } = {
  'agreement.sync': syncAgreementWorkflow,
  'entitlement.approve': approveEntitlementWorkflow,
  'entitlement.cancel': cancelEntitlementWorkflow,
  'entitlement.seats': changeSeatsWorkflow,
  'renewal.adjust': adjustRenewalWorkflow,
  'renewal.optOut': optOutRenewalWorkflow,
  'cancellation.request': requestCancellationWorkflow,
  'cancellation.withdraw': withdrawCancellationWorkflow,
  'cosell.reconcile': reconcileReferralsWorkflow,
  'crm.reconcile': reconcileRecordsWorkflow,
  'referral.answer': answerReferralWorkflow,
  'referral.invite': invitePartnerWorkflow,
  'referral.submit': submitReferralWorkflow,
  'referral.sync': syncReferralWorkflow,
  'buyer.push': pushBuyerWorkflow,
  'invitation.send': sendInvitationWorkflow,
  'invoice.pay': payInvoiceWorkflow,
  'invoice.refund': refundInvoiceWorkflow,
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
  'partner-file.remove': removeFileWorkflow,
  'support-attachment.remove': removeAttachmentWorkflow,
  'partner-invitation.deliver': deliverInvitationWorkflow,
  'payment.reconcile': reconcilePaymentsWorkflow,
  'product.create': createProductWorkflow,
  'product.publish': publishProductWorkflow,
  'product.sync': syncProductWorkflow,
  'product.update': updateProductWorkflow,
  'revenue.backfill': backfillRevenueWorkflow,
  'revenue.sync': syncRevenueWorkflow,
  'usage.ask': askUsageWorkflow,
  'usage.compare': compareUsageWorkflow,
  'usage.report': reportUsageWorkflow,
  'wallet.detach': detachWalletWorkflow,
};

export const workflowNames = Object.keys(registry) as WorkflowName[];

export const createWorkflows = (services: WorkflowServices): AnyWorkflow[] =>
  Object.values(registry).map((create: (services: WorkflowServices) => AnyWorkflow) => create(services));
