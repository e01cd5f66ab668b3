/**
 * The workflows by name, each with its input. Inputs hold ids only: they lie in the engine's tables, which have no
 * organization fence. A changed workflow gets a new name (`offer.cancel.2`).
 */
export type WorkflowInputs = {
  /** Sends the link of an invitation; which one, follows from the operation. */
  'invitation.send': { userId: string };
  /** One attempt to send a mail. */
  'message.send': { messageId: string };
  /** Brings the last changes of a buyer to its customer at the payment provider, which it makes where there is none. */
  'buyer.push': { buyerId: string };
  'offer.create': { offerId: string };
  'offer.cancel': { offerId: string };
  'offer.expire': { offerId: string };
  /** Moves the last day to the one that the offer's row asks for. */
  'offer.extend': { offerId: string };
  'offer.reprice': { offerId: string };
  /** Takes back what a deleted offer left at its marketplace. */
  'offer.withdraw': { offerId: string };
  'offer-set.create': { offerSetId: string };
  /** Writes a mail about an offer to each of the contacts. */
  'offer.notify': { offerId: string; contactIds: string[] };
  'offer.sync': { connectionId: string; externalId: string };
  'product.create': { productId: string };
  'product.publish': { productId: string };
  /** What is to be changed stands with the product. */
  'product.update': { productId: string };
  'product.sync': { connectionId: string; entityId: string };
  'entitlement.approve': { entitlementId: string };
  'agreement.sync': { connectionId: string; agreementId: string };
  'marketplace.reconcile': { connectionId: string; full: boolean };
  /** `after`: the last buyer that was read by the run before. */
  'payment.reconcile': { connectionId: string; full: boolean; after?: string };
  'message.apply': { messageId: string };
  /** Takes a payment method away at the provider. */
  'wallet.detach': { walletId: string };
  /** Tells one partner the usage of all hours that are due. */
  'usage.report': { partner: string };
  /** Asks a partner what became of report rows by sending them again as they were. */
  'usage.ask': { partner: string; attempts: { rowId: string; attempt: number }[] };
};

export type WorkflowName = keyof WorkflowInputs;
