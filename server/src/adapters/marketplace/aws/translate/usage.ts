import type { BatchMeterUsageRequest, UsageRecord } from '@aws-sdk/client-marketplace-metering';
import type { UsageAnswer, UsageOutcome, UsageSend } from '../../port.ts';
import type { AnsweredRecord, MeteredUsage } from '../answers.ts';

const wholeSeconds = (time: Date): Date => new Date(Math.floor(time.getTime() / 1000) * 1000);

/**
 * How a row names its customer: products of the new kind by account and license, without a product code; legacy ones by
 * the customer identifier, or by the account if there is none. The two are never mixed: AWS would bill the hour twice.
 */
const customerOf = (
  row: UsageSend,
): Pick<UsageRecord, 'CustomerAWSAccountId' | 'CustomerIdentifier' | 'LicenseArn'> => {
  if (row.product.meteringKey === 'LICENSE') {
    return { CustomerAWSAccountId: row.buyerAccountId, LicenseArn: row.usageResourceId ?? undefined };
  }
  return row.customerIdentifier
    ? { CustomerIdentifier: row.customerIdentifier }
    : { CustomerAWSAccountId: row.buyerAccountId };
};

const recordOf = (row: UsageSend): UsageRecord => ({
  Timestamp: wholeSeconds(row.timestamp),
  Dimension: row.dimension,
  Quantity: Number(row.quantity),
  ...customerOf(row),
  ...(row.allocations.length === 0
    ? {}
    : {
        UsageAllocations: row.allocations.map(({ quantity, tags }) => ({
          AllocatedUsageQuantity: Number(quantity),
          ...(tags.length === 0 ? {} : { Tags: tags.map(({ key, value }) => ({ Key: key, Value: value })) }),
        })),
      }),
});

/** A row of the new kind without a license cannot be submitted yet. */
export const isSubmittable = (row: UsageSend): boolean =>
  row.product.meteringKey === 'PRODUCT_CODE' || row.usageResourceId !== null;

/** One call for rows of one product. */
export const usageRequest = (rows: UsageSend[]): BatchMeterUsageRequest => {
  const product = rows[0]?.product;
  if (!product) throw new Error('a usage report without rows');
  if (
    rows.some((row) => row.product.entityId !== product.entityId || row.product.meteringKey !== product.meteringKey)
  ) {
    throw new Error('a usage report with rows of several products');
  }
  return {
    UsageRecords: rows.map(recordOf),
    ...(product.meteringKey === 'PRODUCT_CODE' ? { ProductCode: product.externalId } : {}),
  };
};

type Placed = { Timestamp?: Date | undefined; Dimension?: string | undefined; LicenseArn?: string | null | undefined };

const placeOf = (record: Placed, customer: string | null | undefined): string =>
  [
    record.Dimension,
    customer ?? '',
    record.LicenseArn ?? '',
    Math.floor((record.Timestamp?.getTime() ?? 0) / 1000),
  ].join('\n');

/** Null for a status that AWS does not publish, or for success without a record: only a repetition can tell. */
const outcomeOf = ({ Status, MeteringRecordId }: MeteredUsage['Results'][number]): UsageOutcome | null => {
  if (Status === 'CustomerNotSubscribed') {
    return { state: 'REFUSED', code: Status, message: 'The customer is not subscribed to the product.' };
  }
  // AWS says two things: "A previously metered UsageRecord had the same customer, dimension, and time, but a different
  // quantity" (UsageRecordResult.Status), and "a re-sent already-billed record simply comes back as DuplicateRecord with
  // the original quantity still billed" (github.com/aws/agent-toolkit-for-aws, aws-marketplace-metering).
  if (Status === 'DuplicateRecord') return { state: 'DUPLICATE', recordId: MeteringRecordId, isUnclear: true };
  return Status === 'Success' && MeteringRecordId ? { state: 'ACCEPTED', recordId: MeteringRecordId } : null;
};

/**
 * Finds the row of each result by dimension, customer, license and second. A row that the answer does not mention has
 * no outcome: it may have been counted.
 */
export const matchOutcomes = (rows: UsageSend[], answer: MeteredUsage): Map<string, UsageOutcome> => {
  const outcomes = new Map<string, UsageOutcome>();
  const byPlace = new Map<string, UsageSend>();
  for (const row of rows) {
    const record = { ...customerOf(row), Dimension: row.dimension, Timestamp: wholeSeconds(row.timestamp) };
    // AWS may add customer names that it was not sent, so a result is looked up under each of them.
    for (const customer of [record.CustomerAWSAccountId, record.CustomerIdentifier]) {
      if (customer) byPlace.set(placeOf(record, customer), row);
    }
  }
  const rowOf = (record: AnsweredRecord): UsageSend | undefined => {
    const candidates = [record.CustomerAWSAccountId, record.CustomerIdentifier].flatMap((customer) =>
      customer ? [placeOf(record, customer), placeOf({ ...record, LicenseArn: null }, customer)] : [],
    );
    for (const place of candidates) {
      const row = byPlace.get(place);
      if (row) return row;
    }
    return undefined;
  };
  for (const result of answer.Results) {
    const row = rowOf(result.UsageRecord);
    const outcome = outcomeOf(result);
    if (row && outcome) outcomes.set(row.reportId, outcome);
  }
  for (const record of answer.UnprocessedRecords) {
    const row = rowOf(record);
    if (row && !outcomes.has(row.reportId)) outcomes.set(row.reportId, { state: 'UNPROCESSED' });
  }
  return outcomes;
};

const plain = (value: unknown): Record<string, unknown> => JSON.parse(JSON.stringify(value)) as Record<string, unknown>;

/** Larger requests are stored without their allocations, which are on the report rows too. */
const maxKeptCharacters = 32_000;

const keptRequest = (request: BatchMeterUsageRequest): Record<string, unknown> => {
  const text = JSON.stringify(request);
  if (text.length <= maxKeptCharacters) return JSON.parse(text) as Record<string, unknown>;
  const records = request.UsageRecords?.map(({ UsageAllocations: _, ...record }) => record);
  return plain({ ...request, UsageRecords: records });
};

/** Request and answer as documents of a usage report, in the reference's spelling. */
export const usageDocuments = (
  request: BatchMeterUsageRequest,
  answer: MeteredUsage,
): Pick<UsageAnswer, 'request' | 'response'> => {
  const record = (item: AnsweredRecord) => ({
    customerIdentifier: item.CustomerIdentifier ?? item.CustomerAWSAccountId,
    dimension: item.Dimension,
    quantity: item.Quantity,
    timestamp: item.Timestamp,
  });
  return {
    request: keptRequest(request),
    response: plain({
      results: answer.Results.map((result) => ({
        meteringRecordId: result.MeteringRecordId,
        status: result.Status,
        usageRecord: record(result.UsageRecord),
      })),
      unprocessedRecords: answer.UnprocessedRecords.map(record),
      resultMetadata: {},
    }),
  };
};
