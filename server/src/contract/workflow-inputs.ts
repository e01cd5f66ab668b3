/**
 * The workflows by name, each with its input. Inputs hold ids only: they lie in the engine's tables, which have no
 * organization fence. A changed workflow gets a new name (`offer.cancel.2`).
 */
export type WorkflowInputs = {
  'offer.create': { offerId: string };
};

export type WorkflowName = keyof WorkflowInputs;
