import { big } from '../../../../kit/decimal.ts';
import type { UsageOutcome, UsageSend } from '../../port.ts';
import type { ReportAnswer, ServiceConfig } from '../answers.ts';

const hourMs = 3_600_000;
const int64Max = '9223372036854775807';

/** The whole hour that holds the time of a row; it begins with the row if the order began within it. */
export const intervalOf = ({ timestamp }: Pick<UsageSend, 'timestamp'>): { start: Date; end: Date } => ({
  start: timestamp,
  end: new Date((Math.floor(timestamp.getTime() / hourMs) + 1) * hourMs),
});

/** Why a row cannot be submitted as it is; null: it can. */
export const faultOf = (row: UsageSend): { code: string; message: string } | null => {
  if (!row.usageResourceId) return { code: 'NO_CONSUMER', message: 'The order has no usageReportingId.' };
  if (big(row.quantity).gt(int64Max)) return { code: 'TOO_LARGE', message: 'The quantity does not fit into an int64.' };
  return null;
};

/** A metric takes whole numbers unless the service's configuration says DOUBLE. */
const metricValueOf = ({ quantity }: UsageSend, name: string, config: ServiceConfig | null): Record<string, unknown> =>
  config?.metrics.find((metric) => metric.name === name)?.valueType === 'DOUBLE'
    ? { doubleValue: big(quantity).toNumber() }
    : { int64Value: big(quantity).toFixed() };

const metricNameOf = ({ product, dimension }: UsageSend): string => `${product.entityId}/${dimension}`;

/** One Service Control operation for each row: its id is the row's, so that it counts once. */
export const operationOf = (row: UsageSend, config: ServiceConfig | null): Record<string, unknown> => {
  const { start, end } = intervalOf(row);
  const name = metricNameOf(row);
  return {
    operationId: row.reportId,
    operationName: 'Usage',
    consumerId: row.usageResourceId,
    startTime: start.toISOString(),
    endTime: end.toISOString(),
    metricValueSets: [{ metricName: name, metricValues: [metricValueOf(row, name, config)] }],
  };
};

/** Why a customer's usage is not accepted; temporary reasons are not the row's fault. */
const passing =
  /^(BILLING_DISABLED|BILLING_STATUS_UNAVAILABLE|SERVICE_STATUS_UNAVAILABLE|NAMESPACE_LOOKUP_UNAVAILABLE|RESOURCE_EXHAUSTED|LOAD_SHEDDING|\w+_BACKEND_UNAVAILABLE|\w+_UNAVAILABLE)$/;

/** The errors of a check as the outcome of a row; null: it may be submitted. */
export const checkedOutcome = (errors: readonly { code: string; detail: string }[]): UsageOutcome | null => {
  const [first] = errors;
  if (!first) return null;
  if (errors.some(({ code }) => passing.test(code))) return { state: 'UNPROCESSED' };
  return { state: 'REFUSED', code: first.code, message: first.detail || first.code };
};

/** Codes of google.rpc.Code after which the same operation may be accepted later. */
const retryable: ReadonlySet<number> = new Set([4, 8, 10, 13, 14]);
const names: Readonly<Record<number, string>> = {
  3: 'INVALID_ARGUMENT',
  5: 'NOT_FOUND',
  7: 'PERMISSION_DENIED',
  9: 'FAILED_PRECONDITION',
};

/** Rows that the answer does not name are accepted. */
export const matchReport = (rows: readonly UsageSend[], { reportErrors }: ReportAnswer): [string, UsageOutcome][] => {
  const errors = new Map(reportErrors.map(({ operationId, status }) => [operationId, status]));
  return rows.map(({ reportId }): [string, UsageOutcome] => {
    const error = errors.get(reportId);
    if (!error) return [reportId, { state: 'ACCEPTED', recordId: reportId }];
    if (retryable.has(error.code)) return [reportId, { state: 'UNPROCESSED' }];
    return [reportId, { state: 'REFUSED', code: names[error.code] ?? `CODE_${error.code}`, message: error.message }];
  });
};
