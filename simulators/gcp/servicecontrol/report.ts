import { faultNumber, strikeFault } from '../../kit/faults.ts';
import { startSettlement } from '../billing/settlement.ts';
import { refusal } from '../errors.ts';
import { part } from '../producer/offer-content.ts';
import type { ApiCall } from '../route.ts';
import { type Entitlement, type GcpChange, type Json, readSettings, type Service } from '../state.ts';
import { consumerProblem, findConsumer, findService, serviceConfigId } from './check.ts';

const sizeMax = 1024 * 1024;
/** Codes of google.rpc.Code. */
const codes = { INVALID_ARGUMENT: 3, NOT_FOUND: 5, FAILED_PRECONDITION: 9 } as const;

/** Google names such operations as partial failures (`ReportResponse.report_errors` of service_controller.proto). */
const unavailable = 14;

type Problem = { code: keyof typeof codes; message: string };

/** `services:report`: accepts usage. An invalid operation does not prevent the others from being accepted. */
export const reportOperations = (call: ApiCall): Json => {
  const service = findService(call);
  if (call.size > sizeMax) throw refusal('INVALID_ARGUMENT', 'The request is larger than 1 MB.');
  const operations = Array.isArray(call.body.operations) ? call.body.operations.map(part) : [];
  for (const operation of operations) checkDuplicates(operation);
  const reportErrors = call.write((transaction) => {
    const fault = strikeFault(transaction, 'report-error', { operation: 'Report', accountId: service.sellerId });
    const failed = fault ? faultNumber(fault, 'operations', 1) : 0;
    return operations.flatMap((operation, index) => {
      if (fault && index < failed) {
        const status = {
          code: faultNumber(fault, 'code', unavailable),
          message: 'The operation could not be processed.',
        };
        return [{ operationId: operation.operationId, status }];
      }
      const problem = takeOperation(transaction, service, operation);
      if (!problem) return [];
      const status = { code: codes[problem.code], message: problem.message };
      return [{ operationId: operation.operationId, status }];
    });
  });
  return {
    ...(reportErrors.length > 0 ? { reportErrors } : {}),
    serviceConfigId,
    serviceRolloutId: serviceConfigId,
  };
};

/** The values of an operation, each with the name of its metric. */
export const valuesOf = (operation: Json): { metricName: string; value: Json }[] => {
  const sets = Array.isArray(operation.metricValueSets) ? operation.metricValueSets.map(part) : [];
  return sets.flatMap(({ metricName, metricValues }) =>
    (Array.isArray(metricValues) ? metricValues : []).map((value) => ({
      metricName: String(metricName),
      value: part(value),
    })),
  );
};

// Google refuses the whole request if a metric value occurs twice.
const checkDuplicates = (operation: Json): void => {
  const seen = new Set<string>();
  for (const { metricName, value } of valuesOf(operation)) {
    const labels = Object.entries(part(value.labels)).sort(([a], [b]) => (a < b ? -1 : 1));
    const key = JSON.stringify([metricName, labels, value.startTime ?? null, value.endTime ?? null]);
    if (seen.has(key)) throw refusal('INVALID_ARGUMENT', `Duplicate metric value of ${metricName} in one operation.`);
    seen.add(key);
  }
};

const takeOperation = (transaction: GcpChange, service: Service, operation: Json): Problem | null => {
  const consumer = findConsumer(transaction, service, operation.consumerId);
  const problem = operationProblem(transaction, service, operation, consumer);
  if (problem || !consumer) return problem;
  const id = `${service.id}/${String(operation.operationId)}`;
  const known = transaction.get('usage', id);
  if (known) {
    const isSame = JSON.stringify(known.operation) === JSON.stringify(operation);
    const resends = isSame
      ? { identicalResends: known.identicalResends + 1 }
      : { differentResends: known.differentResends + 1 };
    transaction.put('usage', { ...known, ...resends });
    return null;
  }
  transaction.put('usage', {
    id,
    sellerId: service.sellerId,
    entitlementId: consumer.id,
    operation,
    acceptedAt: transaction.at,
    identicalResends: 0,
    differentResends: 0,
    terms: { standardOfferId: consumer.terms.standardOfferId, privateOfferId: consumer.terms.privateOfferId },
  });
  startSettlement(transaction, service.sellerId);
  return null;
};

const operationProblem = (
  transaction: GcpChange,
  service: Service,
  operation: Json,
  consumer: Entitlement | undefined,
): Problem | null => {
  const faulty = (message: string): Problem => ({ code: 'INVALID_ARGUMENT', message });
  for (const field of ['operationId', 'operationName', 'consumerId', 'startTime', 'endTime']) {
    if (typeof operation[field] !== 'string' || operation[field] === '') return faulty(`${field} is required.`);
  }
  const [startTime, endTime] = [Date.parse(String(operation.startTime)), Date.parse(String(operation.endTime))];
  if (Number.isNaN(startTime) || Number.isNaN(endTime)) return faulty('startTime or endTime is no timestamp.');
  if (endTime < startTime) return faulty('endTime is before startTime.');
  if (endTime > transaction.at + 5 * 60_000) return faulty('endTime is in the future.');
  const { usageWindowMs } = readSettings(transaction);
  if (usageWindowMs !== null && endTime < transaction.at - usageWindowMs) return faulty('The operation is too old.');
  const reason = consumerProblem(consumer, startTime);
  if (reason === 'NOT_FOUND') return { code: 'NOT_FOUND', message: 'The consumer is not found.' };
  if (reason) return { code: 'FAILED_PRECONDITION', message: `The consumer cannot use the service: ${reason}.` };
  for (const { metricName, value } of valuesOf(operation)) {
    const metric = transaction
      .list('skus')
      .find((sku) => sku.serviceId === service.id && sku.metric?.name === metricName);
    if (!metric?.metric) return faulty(`Metric ${metricName} is not defined in the service configuration.`);
    const isWhole = metric.metric.type === 'INT64';
    const isTyped = isWhole ? /^-?\d+$/.test(String(value.int64Value)) : typeof value.doubleValue === 'number';
    if (!isTyped) return faulty(`Metric ${metricName} takes ${isWhole ? 'int64Value' : 'doubleValue'}.`);
    if (Number(value.int64Value ?? value.doubleValue) < 0) return faulty(`The value of ${metricName} is negative.`);
  }
  return null;
};
