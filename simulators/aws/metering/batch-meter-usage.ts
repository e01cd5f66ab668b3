import { faultNumber, strikeFault } from '../../kit/faults.ts';
import { change } from '../../kit/simulation.ts';
import type { AwsCall } from '../call.ts';
import type {
  Agreement,
  AwsReader,
  AwsTransaction,
  Json,
  JsonValue,
  License,
  MeteringRecord,
  Product,
} from '../state.ts';
import { invalidMember, refuse } from './refusals.ts';
import { checkAllocations, readUsageRecord, type UsageRecord } from './usage-record.ts';
import { type Reach, refuseTimestamp, startOfHour } from './window.ts';

const recordsMax = 25;
const requestBytesMax = 1_048_576;
/** "Usage records aren't accepted 24 hours or more after an event." (BatchMeterUsage) */
const reach: Reach = { hours: 24, exactly: false };
/** How long after the end of its license the last usage of an agreement is still accepted. */
const finalHourMs = 3_600_000;

/** The billed party of a record: the buyer, and the agreement in force at its timestamp (null: not subscribed). */
type Subscription = {
  product: Product;
  customerAWSAccountId: string;
  customerIdentifier: string | null;
  licenseArn: string | null;
  agreement: Agreement | null;
};

/**
 * AWS Metering API, BatchMeterUsage. A request-level refusal names no record and refuses the whole batch; the result of
 * a single record is Success, CustomerNotSubscribed or DuplicateRecord.
 */
export const batchMeterUsage = ({ simulation, account, region, input }: AwsCall): Record<string, unknown> => {
  const list = input.UsageRecords;
  if (list === undefined || list === null) throw invalidMember('usageRecords', 'Member must not be null');
  if (!Array.isArray(list)) throw refuse('SerializationException', 'usageRecords is a list.');
  if (list.length > recordsMax) {
    throw invalidMember('usageRecords', `Member must have length less than or equal to ${recordsMax}`);
  }
  if (Buffer.byteLength(JSON.stringify(input)) >= requestBytesMax) {
    throw refuse('ValidationException', 'The request must be smaller than 1 MB.');
  }
  const records = list.map((item, index) => readUsageRecord(item, `usageRecords.${index + 1}.member`));
  const productCode = readProductCode(input.ProductCode);

  return change(simulation, (transaction) => {
    const subscriptions = productCode
      ? findByProductCode(transaction, account.id, productCode, records)
      : findByLicense(transaction, account.id, records);
    for (const [index, record] of records.entries()) {
      checkRecord(record, subscriptions[index] as Subscription, transaction.at);
    }
    const fault = records.length > 0 ? strikeUnprocessed(transaction, account.id) : 0;
    const results: Json[] = [];
    for (const [index, record] of records.slice(fault).entries()) {
      results.push(
        meterRecord(transaction, record, subscriptions[index + fault] as Subscription, {
          region,
          sellerAccountId: account.id,
        }),
      );
    }
    return { Results: results, UnprocessedRecords: records.slice(0, fault).map((record) => record.sent) };
  });
};

const strikeUnprocessed = (transaction: AwsTransaction, accountId: string): number => {
  const fault = strikeFault(transaction, 'unprocessed', { operation: 'BatchMeterUsage', accountId });
  return fault ? faultNumber(fault, 'records', 1) : 0;
};

const readProductCode = (value: JsonValue | undefined): string | null => {
  if (value === undefined || value === null || value === '') return null;
  if (typeof value === 'string' && value.length <= 255 && /^[-a-zA-Z0-9/=:_.@]*$/.test(value)) return value;
  throw invalidMember('productCode', 'Member must satisfy regular expression pattern: ^[-a-zA-Z0-9/=:_.@]*$');
};

/** The product of a code, if it belongs to the caller. */
const requireProduct = (reader: AwsReader, accountId: string, productCode: string): Product => {
  const product = reader.get('entities', reader.get('productCodes', productCode)?.productId ?? '');
  if (product?.type === 'SaaSProduct' && product.accountId === accountId) return product;
  throw refuse('InvalidProductCodeException', `The product code ${productCode} is not one of this account.`);
};

// The legacy kind: one product code for the request, one customer for each record.
const findByProductCode = (
  reader: AwsReader,
  accountId: string,
  productCode: string,
  records: UsageRecord[],
): Subscription[] => {
  const product = requireProduct(reader, accountId, productCode);
  if (!product.legacy) {
    const message = 'This product is metered by LicenseArn; leave out ProductCode.';
    throw refuse('InvalidProductCodeException', message);
  }
  return records.map((record) => {
    const customerId = findCustomerId(reader, productCode, record);
    const customer = reader.get('customers', customerId);
    const agreement = customer ? agreementAt(reader, customer.agreementIds, record.timestamp) : null;
    if (record.licenseArn !== null && record.licenseArn !== agreement?.licenseArn) {
      throw refuse('InvalidLicenseException', 'The LicenseArn does not match the customer.');
    }
    return {
      product,
      customerAWSAccountId: customer?.buyerAccountId ?? record.customerAWSAccountId ?? '',
      customerIdentifier: customer?.customerIdentifier ?? record.customerIdentifier,
      licenseArn: null,
      agreement,
    };
  });
};

const findCustomerId = (reader: AwsReader, productCode: string, record: UsageRecord): string => {
  if (record.customerIdentifier !== null && record.customerAWSAccountId !== null) {
    throw refuse(
      'InvalidCustomerIdentifierException',
      'CustomerIdentifier and CustomerAWSAccountId exclude each other.',
    );
  }
  if (record.customerIdentifier === null) {
    if (record.customerAWSAccountId !== null) return `${productCode}/${record.customerAWSAccountId}`;
    throw refuse('InvalidCustomerIdentifierException', 'A record names its customer.');
  }
  const known = reader.get('customerIdentifiers', `${productCode}/${record.customerIdentifier}`);
  if (known) return known.customerId;
  throw refuse('InvalidCustomerIdentifierException', `${record.customerIdentifier} is not a customer of this product.`);
};

// Usage belongs to the agreement in force at its time; a renewed agreement and its successor share the customer.
const agreementAt = (reader: AwsReader, ids: string[], timestamp: number): Agreement | null => {
  const agreements = ids.map((id) => reader.get('agreements', id)).filter((item) => item !== undefined);
  const holds = (item: Agreement): boolean =>
    wholeSecond(item.startAt) <= timestamp && timestamp < (item.endedAt ?? item.endAt ?? Number.POSITIVE_INFINITY);
  return agreements.findLast(holds) ?? agreements.at(-1) ?? null;
};

// The concurrent kind: the license identifies the product and the agreement.
const findByLicense = (reader: AwsReader, accountId: string, records: UsageRecord[]): Subscription[] => {
  const subscriptions = records.map((record) => {
    if (record.licenseArn === null) {
      throw refuse(
        'InvalidProductCodeException',
        'A request without ProductCode names the LicenseArn of every record.',
      );
    }
    const license = reader.get('licenses', record.licenseArn);
    const agreement = reader.get('agreements', license?.agreementId ?? '');
    const product = reader.get('entities', license?.productId ?? '');
    if (!license || !agreement || product?.type !== 'SaaSProduct' || license.sellerAccountId !== accountId) {
      throw refuse('InvalidLicenseException', `The LicenseArn ${record.licenseArn} is not valid.`);
    }
    if (record.customerAWSAccountId !== license.buyerAccountId) {
      throw refuse('InvalidLicenseException', 'The LicenseArn does not match the CustomerAWSAccountId.');
    }
    if (product.legacy) {
      throw refuse('InvalidProductCodeException', 'This product is metered by ProductCode and customer.');
    }
    return {
      product,
      customerAWSAccountId: license.buyerAccountId,
      customerIdentifier: null,
      licenseArn: license.id,
      agreement,
    };
  });
  if (new Set(subscriptions.map((item) => item.product.id)).size > 1) {
    throw refuse('InvalidLicenseException', 'All records of a request are for one product.');
  }
  return subscriptions;
};

const checkRecord = (record: UsageRecord, { product, agreement, licenseArn }: Subscription, now: number): void => {
  const known = product.dimensions.find((item) => item.Key === record.dimension);
  if (!known?.Types.some((type) => type === 'Metered' || type === 'ExternallyMetered')) {
    throw refuse('InvalidUsageDimensionException', `${record.dimension} is not a metered dimension of the product.`);
  }
  checkAllocations(record.usageAllocations, record.quantity);
  const reason = refuseTimestamp(record.timestamp, now, reach);
  const text = new Date(record.timestamp).toISOString();
  if (reason) throw refuse('TimestampOutOfBoundsException', `The timestamp ${text} ${reason}.`);
  if (agreement && record.timestamp < wholeSecond(agreement.startAt)) {
    const name = licenseArn === null ? 'TimestampOutOfBoundsException' : 'InvalidLicenseException';
    throw refuse(name, `The timestamp ${text} lies before the start of the agreement.`);
  }
};

// A timestamp is in whole seconds on the wire, the start of an agreement in milliseconds.
const wholeSecond = (time: number): number => Math.floor(time / 1000) * 1000;

const isSubscribed = (reader: AwsReader, agreement: Agreement | null, record: UsageRecord, now: number): boolean => {
  if (!agreement) return false;
  if (agreement.status === 'ACTIVE') return true;
  if (record.timestamp >= (agreement.endedAt ?? now)) return false;
  const license: License | undefined = reader.get('licenses', agreement.licenseArn ?? '');
  return now <= (license?.deprovisionedAt ?? agreement.endedAt ?? now) + finalHourMs;
};

const meterRecord = (
  transaction: AwsTransaction,
  record: UsageRecord,
  subscription: Subscription,
  place: { region: string; sellerAccountId: string },
): Json => {
  const { product, agreement } = subscription;
  if (!isSubscribed(transaction, agreement, record, transaction.at)) {
    return { UsageRecord: record.sent, Status: 'CustomerNotSubscribed' };
  }
  const hour = new Date(startOfHour(record.timestamp)).toISOString();
  const payer = subscription.licenseArn ?? product.code;
  const id = [place.region, payer, subscription.customerAWSAccountId, record.dimension, hour].join('|');
  const known = transaction.get('metering', id);
  if (known) {
    const where = { operation: 'BatchMeterUsage', accountId: place.sellerAccountId };
    const isDuplicate = Boolean(strikeFault(transaction, 'identical-is-duplicate', where));
    return repeatRecord(transaction, record, known, isDuplicate);
  }
  const meteringRecordId = transaction.ids.uuid();
  transaction.put('metering', {
    id,
    kind: 'BatchMeterUsage',
    sellerAccountId: place.sellerAccountId,
    region: place.region,
    productId: product.id,
    productCode: product.code,
    customerAWSAccountId: subscription.customerAWSAccountId,
    customerIdentifier: subscription.customerIdentifier,
    licenseArn: subscription.licenseArn,
    agreementId: agreement?.id ?? null,
    dimension: record.dimension,
    hour,
    timestamp: new Date(record.timestamp).toISOString(),
    quantity: record.quantity,
    usageAllocations: record.usageAllocations,
    meteringRecordId,
    firstAcceptedAt: new Date(transaction.at).toISOString(),
    identicalResends: 0,
    differentResends: 0,
  });
  return { UsageRecord: record.sent, MeteringRecordId: meteringRecordId, Status: 'Success' };
};

// Identical usage is a success with the first record's ID; another quantity for the same hour is ignored.
const repeatRecord = (
  transaction: AwsTransaction,
  record: UsageRecord,
  known: MeteringRecord,
  isDuplicate: boolean,
): Json => {
  if (known.quantity !== record.quantity) {
    transaction.put('metering', { ...known, differentResends: known.differentResends + 1 });
    return { UsageRecord: record.sent, MeteringRecordId: known.meteringRecordId, Status: 'DuplicateRecord' };
  }
  transaction.put('metering', { ...known, identicalResends: known.identicalResends + 1 });
  const Status = isDuplicate ? 'DuplicateRecord' : 'Success';
  return { UsageRecord: record.sent, MeteringRecordId: known.meteringRecordId, Status };
};
