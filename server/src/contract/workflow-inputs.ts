/**
 * The workflows by name, each with its input. Inputs hold ids only: they lie in the engine's tables, which have no
 * organization fence. A changed workflow gets a new name (`offer.cancel.2`).
 */
export type WorkflowInputs = {
  /** Sends the link of an invitation; which one, follows from the operation. */
  'invitation.send': { userId: string };
  'offer.create': { offerId: string };
  'offer.cancel': { offerId: string };
  'offer.expire': { offerId: string };
  'offer.sync': { connectionId: string; externalId: string };
  'product.sync': { connectionId: string; entityId: string };
  'entitlement.approve': { entitlementId: string };
  'agreement.sync': { connectionId: string; agreementId: string };
  'marketplace.reconcile': { connectionId: string; full: boolean };
  'message.apply': { messageId: string };
  /** Tells one partner the usage of all hours that are due. */
  'usage.report': { partner: string };
};

export type WorkflowName = keyof WorkflowInputs;
