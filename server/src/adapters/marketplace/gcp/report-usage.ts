import { LRUCache } from 'lru-cache';
import type { Clock } from '../../../kit/clock.ts';
import { isPartnerError, uncertain, unsent } from '../../partner-error.ts';
import type { MarketplaceAccess, UsageAnswer, UsageOutcome, UsageSend } from '../port.ts';
import type { ServiceConfig } from './answers.ts';
import { type GcpCalls, reportCall } from './calls.ts';
import { checkedOutcome, faultOf, intervalOf, matchReport, operationOf } from './translate/usage.ts';

const configsMax = 200;
const configMs = 10 * 60_000;

/** What comes before the report: when it fails, no usage was submitted. */
const first = async <T>(doing: Promise<T>): Promise<T> => {
  try {
    return await doing;
  } catch (error) {
    throw unsent(error);
  }
};

/** ABORTED, RESOURCE_EXHAUSTED, CANCELLED: not about what the request says, so that a part of it may have been done. */
const mayBeTaken: ReadonlySet<number | undefined> = new Set([409, 429, 499]);

/**
 * A report that fails as a whole, without the request being wrong, leaves open which of its operations Google has counted
 * (service_controller.proto, `ReportResponse.report_errors`): they are sent again unchanged, with the same ids.
 */
const reported = async <T>(doing: Promise<T>): Promise<T> => {
  try {
    return await doing;
  } catch (error) {
    // A token that Google refused is an error of another call.
    const isOfReport = isPartnerError(error) && error.endpoint === reportCall;
    throw isOfReport && mayBeTaken.has(error.httpStatus) ? uncertain(error) : error;
  }
};

/**
 * Submits usage through Service Control: customers are checked first, as Google requires; then all operations are
 * reported at once. Usage whose hour is not over yet is left for later: Google accepts no time in the future.
 */
export const createReportUsage = (calls: GcpCalls, clock: Clock) => {
  const configs = new LRUCache<string, { config: ServiceConfig | null }>({ max: configsMax, ttl: configMs });

  const configOf = async (access: MarketplaceAccess, service: string): Promise<ServiceConfig | null> => {
    const key = `${access.connectionId}\n${JSON.stringify([access.endpoint, access.endpoints])}\n${service}`;
    const found = configs.get(key);
    if (found) return found.config;
    const config = await calls.readServiceConfig(access, service);
    configs.set(key, { config });
    return config;
  };

  return async (access: MarketplaceAccess, rows: UsageSend[], signal?: AbortSignal): Promise<UsageAnswer> => {
    const outcomes = new Map<string, UsageOutcome>();
    const submittable: UsageSend[] = [];
    for (const row of rows) {
      const fault = faultOf(row);
      if (fault) outcomes.set(row.reportId, { state: 'REFUSED', ...fault });
      else if (intervalOf(row).end > clock.now()) outcomes.set(row.reportId, { state: 'UNPROCESSED' });
      else submittable.push(row);
    }
    const service = submittable[0]?.product.entityId;
    if (service === undefined) return { outcomes, requestId: undefined, request: {}, response: {} };
    const config = await first(configOf(access, service));

    const checks = new Map<string, UsageOutcome | null>();
    const checked: UsageSend[] = [];
    // A customer is checked by its earliest usage: what holds then says nothing against it later, but not the reverse.
    const earliestFirst = submittable.toSorted((one, other) => one.timestamp.getTime() - other.timestamp.getTime());
    for (const row of earliestFirst) {
      const consumer = row.usageResourceId ?? '';
      if (!checks.has(consumer)) {
        signal?.throwIfAborted();
        const { metricValueSets: _, endTime: __, ...operation } = operationOf(row, config);
        checks.set(consumer, checkedOutcome((await first(calls.check(access, service, operation))).checkErrors));
      }
      const outcome = checks.get(consumer) ?? null;
      if (outcome) outcomes.set(row.reportId, outcome);
      else checked.push(row);
    }
    if (checked.length === 0) return { outcomes, requestId: undefined, request: {}, response: {} };

    signal?.throwIfAborted();
    const operations = checked.map((row) => operationOf(row, config));
    const { answer, requestId } = await reported(calls.report(access, service, operations));
    for (const [id, outcome] of matchReport(checked, answer)) outcomes.set(id, outcome);
    return { outcomes, requestId, request: { serviceName: service, operations }, response: answer };
  };
};
