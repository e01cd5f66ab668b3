import { invalidFields, refusal, type Violation } from '../errors.ts';
import { part } from '../producer/offer-content.ts';
import type { ApiCall } from '../route.ts';
import type { Entitlement, GcpReader, Json, Service } from '../state.ts';

/** The service's configuration, which never changes in the simulator. */
export const serviceConfigId = '2026-01-01r0';

/** Finds a service of the seller; others get a permission error. */
export const findService = ({ store, seller, params }: ApiCall): Service => {
  const service = store.get('services', params.service ?? '');
  if (service?.sellerId !== seller.id) {
    throw refusal('PERMISSION_DENIED', `Permission denied to call the Service Control API for ${params.service}.`);
  }
  return service;
};

/** The order that usage belongs to. */
export const findConsumer = (reader: GcpReader, service: Service, consumerId: unknown): Entitlement | undefined =>
  reader
    .list('entitlements')
    .find(
      (row) => row.serviceId === service.id && row.usageReportingId !== null && row.usageReportingId === consumerId,
    );

/** Why usage that begins at a time cannot be billed to an order; null if it can. */
export const consumerProblem = (consumer: Entitlement | undefined, startTime: number): string | null => {
  if (!consumer) return 'NOT_FOUND';
  if (consumer.state === 'ENTITLEMENT_SUSPENDED') return 'BILLING_DISABLED';
  const isOver = consumer.cancelledAt !== null && startTime >= consumer.cancelledAt;
  return consumer.termStartAt === null || isOver ? 'SERVICE_NOT_ACTIVATED' : null;
};

/** `services:check`: whether a customer may continue to use the service. */
export const checkOperation = (call: ApiCall): Json => {
  const service = findService(call);
  const operation = part(call.body.operation);
  const violations: Violation[] = ['operationId', 'operationName', 'consumerId', 'startTime']
    .filter((field) => typeof operation[field] !== 'string' || operation[field] === '')
    .map((field) => ({ field: `operation.${field}`, description: 'is required' }));
  const startTime = Date.parse(String(operation.startTime));
  if (violations.length === 0 && Number.isNaN(startTime)) {
    violations.push({ field: 'operation.startTime', description: 'is no timestamp' });
  }
  if (violations.length > 0) throw invalidFields(violations);
  const consumer = findConsumer(call.store, service, operation.consumerId);
  const problem = consumerProblem(consumer, startTime);
  const consumerNumber = String(operation.consumerId).split(':').at(-1);
  return {
    operationId: operation.operationId,
    ...(problem
      ? {
          checkErrors: [
            {
              code: problem,
              subject: operation.consumerId,
              detail: `The consumer cannot use the service: ${problem}.`,
            },
          ],
        }
      : {}),
    checkInfo: { consumerInfo: { projectNumber: consumerNumber, type: 'PROJECT', consumerNumber } },
    serviceConfigId,
    serviceRolloutId: serviceConfigId,
  };
};
