import type { ActCall, StartOptions } from '../contract/call.ts';
import type { WorkflowInputs, WorkflowName } from '../contract/workflow-inputs.ts';
import { findRunningOperation } from './operation-store.ts';
import { operationIdOf } from './run-act.ts';

/** Of an answer whose work goes on: the operation to ask for. */
export const operationHeader = { 'Operation-Id': 'The operation that does it (operation_…)' } as const;

/**
 * Starts a workflow for a thing, unless one of that name is under way for it: then that one goes on. Answers whether it was
 * started, and tells the operation in the answer's header.
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
