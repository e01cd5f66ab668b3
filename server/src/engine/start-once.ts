import type { ActCall, StartOptions } from '../contract/call.ts';
import type { WorkflowInputs, WorkflowName } from '../contract/workflow-inputs.ts';
import { findRunningOperation } from './operation-store.ts';
import { operationIdOf } from './run-act.ts';

/** Response header of an endpoint whose work continues: the operation to poll. */
export const operationHeader = { 'Operation-Id': 'The operation that does it (operation_…)' } as const;

/**
 * Starts a workflow for an entity, unless a run of that workflow is already in progress for it. Returns whether it
 * started one, and sets the operation in the response header either way.
 */
export const startOnce = async <Name extends WorkflowName>(
  call: ActCall,
  name: Name,
  input: WorkflowInputs[Name],
  options: StartOptions,
): Promise<boolean> => {
  const running = await findRunningOperation(call.db, [name], options.entityId);
  const operationId = running ?? (await call.start(name, input, options));
  call.setHeader('Operation-Id', operationIdOf(operationId));
  return running === undefined;
};
