import type { OperationEventType, OperationStatus } from '../../engine/operation-store.ts';

/** A run of a workflow, as stored. */
export type Operation = {
  id: string;
  name: string;
  status: OperationStatus;
  scope: string;
  action: string;
  service: string;
  partner: string | null;
  partner_id: string | null;
  entity_id: string;
  parent_operation_id: string | null;
  message: string;
  /** The failure's code; the rest of the failure is not read. */
  failure_code: string | null;
  start_time: Date;
  end_time: Date | null;
  version: number;
};

/** An event in a run's history. */
export type OperationEvent = {
  event_id: number;
  time: Date;
  type: OperationEventType;
  step: string | null;
  attempt: number | null;
  attributes: Record<string, unknown>;
};
