import type { Lane } from '../adapters/lanes.ts';

/**
 * The workflows by name, each with its input. Inputs hold only IDs: they are stored in the engine's tables, which have
 * no row-level security. A changed workflow gets a new name (`offer.cancel.2`).
 */
export type WorkflowInputs = {
  /** Sends the link of an invitation; the operation determines which one. */
  'invitation.send': { userId: string };
  /** Sends the link of a partner invitation; the operation determines which one. */
  'partner-invitation.deliver': { invitationId: string };
  /** Removes the bytes of a deleted file from the storage. */
  'partner-file.remove': { fileId: string };
  /** Removes the bytes of a deleted attachment of a support ticket from the storage. */
  'support-attachment.remove': { attachmentId: string };
  /** One attempt to send a mail. */
  'message.send': { messageId: string };
  /** Sends a buyer's latest changes to its customer at the payment provider, creating the customer if necessary. */
  'buyer.push': { buyerId: string };
  'offer.create': { offerId: string };
  'offer.cancel': { offerId: string };
  'offer.expire': { offerId: string };
  /** Moves an offer's last day to the one requested in its row. */
  'offer.extend': { offerId: string };
  'offer.reprice': { offerId: string };
  /** Removes what a deleted offer left in its marketplace. */
  'offer.withdraw': { offerId: string };
  'offer-set.create': { offerSetId: string };
  /** Sends a mail about an offer to each of the contacts. `noticeId`: of the line that the seller wrote. */
  'offer.notify': { offerId: string; contactIds: string[]; noticeId?: string };
  'offer.sync': { connectionId: string; externalId: string };
  'product.create': { productId: string };
  'product.publish': { productId: string };
  /** The requested changes are stored with the product. */
  'product.update': { productId: string };
  'product.sync': { connectionId: string; entityId: string };
  'entitlement.approve': { entitlementId: string };
  /** Brings the charge of an invoice to its end. */
  'invoice.pay': { invoiceId: string };
  /** Gives back a part of a charge; the invoice is the refund. */
  'invoice.refund': { invoiceId: string };
  /** Ends a purchase in the marketplace. */
  'entitlement.cancel': { entitlementId: string };
  'entitlement.seats': { entitlementId: string; seats: number };
  /** Sends a request to cancel an agreement, which its buyer answers. */
  'cancellation.request': { requestId: string };
  'cancellation.withdraw': { requestId: string };
  'renewal.adjust': { entitlementId: string; upliftPercentage: string };
  /** Asks the marketplace not to renew an agreement. */
  'renewal.optOut': { entitlementId: string };
  'agreement.sync': { connectionId: string; agreementId: string };
  'marketplace.reconcile': { connectionId: string; full: boolean };
  /** `after`: the last buyer that the previous run read. */
  'payment.reconcile': { connectionId: string; full: boolean; after?: string };
  'message.apply': { messageId: string };
  /** Reads what is new of what an account earned. */
  'revenue.sync': { connectionId: string };
  /** Reads what an account earned in a window of whole days in UTC, `YYYY-MM-DD`; the end is excluded. */
  'revenue.backfill': { connectionId: string; windowStart: string; windowEnd: string };
  /** Has a partner make a referral and review it. */
  'referral.submit': { referralId: string };
  /** Synchronizes a referral with its partner and its CRM record. */
  'referral.sync': { referralId: string; direction: 'INBOUND' | 'OUTBOUND' | 'BOTH' };
  /** Accepts or declines what a partner offers. */
  'referral.answer': { referralId: string; accepts: boolean };
  /** Invites another partner to a deal. */
  'referral.invite': { invitationId: string };
  /** Reads the referrals that changed at a partner; `full`: all of them. */
  'cosell.reconcile': { connectionId: string; full: boolean };
  /** Synchronizes the referrals whose records changed in a CRM; `full`: also all that differ from their records. */
  'crm.reconcile': { connectionId: string; full: boolean };
  /** Removes a payment method at the provider. */
  'wallet.detach': { walletId: string };
  /** Submits the usage of all due hours to one partner. */
  'usage.report': { partner: string };
  /** Compares what was submitted with the marketplace's own records of usage. */
  'usage.compare': { connectionId: string };
  /** Finds out the outcome of report rows by sending them to the partner again unchanged. */
  'usage.ask': { partner: string; attempts: { rowId: string; attempt: number }[] };
};

export type WorkflowName = keyof WorkflowInputs;

/** The lane of each workflow's runs: who waits for whom (`adapters/lanes.ts`). */
const workflowLanes: Readonly<Record<WorkflowName, Lane>> = {
  'usage.report': 'usage',
  'usage.ask': 'usage',
  'buyer.push': 'runs',
  'cancellation.request': 'runs',
  'cancellation.withdraw': 'runs',
  'entitlement.approve': 'runs',
  'entitlement.cancel': 'runs',
  'entitlement.seats': 'runs',
  'invitation.send': 'runs',
  'invoice.pay': 'runs',
  'invoice.refund': 'runs',
  'message.send': 'runs',
  'offer.cancel': 'runs',
  'offer.create': 'runs',
  'offer.expire': 'runs',
  'offer.extend': 'runs',
  'offer.notify': 'runs',
  'offer.reprice': 'runs',
  'offer.withdraw': 'runs',
  'offer-set.create': 'runs',
  'partner-file.remove': 'runs',
  'partner-invitation.deliver': 'runs',
  'product.create': 'runs',
  'product.update': 'runs',
  'renewal.adjust': 'runs',
  'renewal.optOut': 'runs',
  'referral.answer': 'runs',
  'referral.invite': 'runs',
  'referral.submit': 'runs',
  'referral.sync': 'runs',
  'support-attachment.remove': 'runs',
  'wallet.detach': 'runs',
  'product.publish': 'reviews',
  'agreement.sync': 'reads',
  'message.apply': 'reads',
  'offer.sync': 'reads',
  'product.sync': 'reads',
  'usage.compare': 'bulk',
  'marketplace.reconcile': 'bulk',
  'payment.reconcile': 'bulk',
  'cosell.reconcile': 'bulk',
  'crm.reconcile': 'bulk',
  'revenue.backfill': 'bulk',
  'revenue.sync': 'bulk',
};

/** Whether it is the name of a workflow, as the actor of its acts has. */
export const isWorkflow = (name: string): boolean => Object.hasOwn(workflowLanes, name);

/** Workflows of tests are in no table. */
export const laneOf = (workflow: string): Lane => workflowLanes[workflow as WorkflowName] ?? 'runs';
