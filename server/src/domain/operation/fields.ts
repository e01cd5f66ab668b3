import { z } from 'zod';
import type { Fields } from '../../contract/fields.ts';
import { listParams } from '../../contract/shapes.ts';

/** Fields that a filter expression can use, with their columns. The names are the reference's. */
export const operationFields = {
  orgId: { column: 'org_id', type: 'organization' },
  scope: { column: 'scope', type: 'text' },
  partner: { column: 'partner', type: 'text' },
  partnerId: { column: 'partner_id', type: 'text' },
  service: { column: 'service', type: 'text' },
  entityId: { column: 'entity_id', type: 'text' },
  action: { column: 'action', type: 'text' },
  ParentWorkflowId: { column: 'parent_operation_id', type: 'operation' },
  ParentRunId: { column: 'parent_operation_id', type: 'operation' },
  ExecutionStatus: { column: 'status', type: 'status' },
  StartTime: { column: 'start_time', type: 'time' },
  CloseTime: { column: 'end_time', type: 'time' },
} as const satisfies Record<
  string,
  { column: string; type: 'organization' | 'text' | 'operation' | 'status' | 'time' }
>;

export type OperationField = keyof typeof operationFields;

export const isOperationField = (name: string): name is OperationField => Object.hasOwn(operationFields, name);

/** A checked filter. Values are column values; `null` means no value. */
export type OperationFilterNode =
  | { operator: 'and' | 'or'; args: OperationFilterNode[] }
  | { operator: 'in' | 'not_in'; field: OperationField; values: (string | null)[] };

/** An operation's history is in the order of its events; it takes no `q` and no `s`. */
export const operationEventFields: Fields = {
  id: { type: 'integer', column: 'operation_event.event_id', sortable: true, required: true },
};

export const OperationHistoryParams = z.object(listParams());
