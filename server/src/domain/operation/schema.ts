import { z } from 'zod';
import { flagParam, text, textParam, timeOut } from '../../contract/shapes.ts';
import { operationFields } from './fields.ts';

const maxLimit = 100;

export const OperationFilter = z
  .object({
    operator: z.enum(['=', '!=', 'in', 'not_in', 'and', 'or']),
    field: text(64)
      .nullish()
      .meta({ description: `The field: ${Object.keys(operationFields).join(', ')}.` }),
    value: z.unknown().optional(),
    values: z.array(z.unknown()).max(100).nullish(),
    get args() {
      return z.array(OperationFilter).max(100).nullish();
    },
  })
  .meta({ id: 'OperationFilter' });

export type FilterExpression = z.output<typeof OperationFilter>;

export const OperationListRequest = z
  .object({
    filter: OperationFilter.nullish(),
    limit: z
      .int()
      .min(1)
      .nullish()
      .meta({ default: maxLimit, description: `A limit above ${maxLimit} is treated as ${maxLimit}` }),
    offsetToken: text(200).nullish(),
  })
  .transform(({ filter, limit, offsetToken }) => ({
    filter: filter ?? undefined,
    limit: Math.min(limit ?? maxLimit, maxLimit),
    offsetToken: offsetToken || undefined,
  }))
  .meta({ id: 'ListOperationsV2Request' });

export const OperationGetParams = z.object({
  runId: textParam(64),
  hasChildren: flagParam,
});

export const OperationReply = z
  .strictObject({
    id: z.string(),
    runId: z.string(),
    name: z.string(),
    type: z.string(),
    status: z.enum(['RUNNING', 'COMPLETED', 'FAILED', 'CANCELED', 'TIMED_OUT']),
    startTime: timeOut,
    endTime: timeOut.optional(),
    message: z.string(),
    memo: z.strictObject({
      orgId: z.string(),
      scope: z.string(),
      service: z.string(),
      partner: z.string().optional(),
      partnerId: z.string().optional(),
      entityId: z.string(),
      action: z.string(),
      errorCode: z.string().optional(),
    }),
    get childWorkflowOperations() {
      return z.array(OperationReply).optional();
    },
  })
  .meta({ id: 'Operation' });

export type OperationView = z.input<typeof OperationReply>;

export const OperationList = z
  .strictObject({ operations: z.array(OperationReply), offsetToken: z.string().optional() })
  .meta({ id: 'ListOperationsResponse' });

export const OperationHistory = z
  .strictObject({
    operationHistoryEvent: z.array(
      z
        .strictObject({
          eventId: z.int(),
          eventTime: timeOut,
          eventType: z.string(),
          taskId: z.int(),
          version: z.int(),
          workerMayIgnore: z.boolean(),
          attributes: z.record(z.string(), z.unknown()),
        })
        .meta({ id: 'OperationHistoryEvent' }),
    ),
  })
  .meta({ id: 'OperationEventsResponse' });
