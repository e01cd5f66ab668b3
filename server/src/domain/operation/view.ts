import type { z } from 'zod';
import type { OperationEventType } from '../../engine/operation-store.ts';
import { encodeId } from '../../kit/ids.ts';
import type { Operation, OperationEvent } from './operation.ts';
import type { OperationHistory, OperationView } from './schema.ts';

/** An operation as clients see it. */
export const viewOperation = (orgId: string, operation: Operation, children?: Operation[]): OperationView => {
  const id = encodeId('operation', operation.id);
  return {
    id,
    runId: id,
    name: operation.name,
    type: `${operation.action}_${operation.scope}`,
    status: operation.status,
    startTime: operation.start_time.toISOString(),
    ...(operation.end_time === null ? {} : { endTime: operation.end_time.toISOString() }),
    message: operation.message,
    memo: {
      orgId: encodeId('org', orgId),
      scope: operation.scope,
      service: operation.service,
      ...(operation.partner === null ? {} : { partner: operation.partner }),
      ...(operation.partner_id === null ? {} : { partnerId: operation.partner_id }),
      entityId: operation.entity_id,
      action: operation.action,
      ...(operation.failure_code === null ? {} : { errorCode: operation.failure_code }),
    },
    ...(children ? { childWorkflowOperations: children.map((child) => viewOperation(orgId, child)) } : {}),
  };
};

/** Temporal's event names, which clients of the reference API expect. */
const eventTypes: Record<OperationEventType, string> = {
  STARTED: 'WorkflowExecutionStarted',
  STEP_STARTED: 'ActivityTaskStarted',
  STEP_FAILED: 'ActivityTaskFailed',
  STEP_COMPLETED: 'ActivityTaskCompleted',
  COMPLETED: 'WorkflowExecutionCompleted',
  FAILED: 'WorkflowExecutionFailed',
  CANCELED: 'WorkflowExecutionCanceled',
  TIMED_OUT: 'WorkflowExecutionTimedOut',
};

export const viewOperationEvents = (events: OperationEvent[]): z.input<typeof OperationHistory> => ({
  operationHistoryEvent: events.map((event) => ({
    eventId: event.event_id,
    eventTime: event.time.toISOString(),
    eventType: eventTypes[event.type],
    taskId: event.event_id,
    version: 1,
    workerMayIgnore: false,
    attributes: {
      ...(event.step === null ? {} : { step: event.step }),
      ...(event.attempt === null ? {} : { attempt: event.attempt }),
      ...event.attributes,
    },
  })),
});
