import { documentBytesMax } from '../../../contract/limits.ts';
import type { Decimal } from '../../../kit/decimal.ts';
import type { Fault } from '../../../kit/errors.ts';
import { decodeId, nilId } from '../../../kit/ids.ts';
import { isLargerJson } from '../../../kit/json-size.ts';
import { parseTime } from '../../../kit/time.ts';
import type { SentRecord } from '../billable-usage/billable-record.ts';
import { readBillableRecords } from '../billable-usage/read-billable-records.ts';
import { readAllocations, type SentAllocations } from './read-allocations.ts';
import { isMissing, isObject, type Json, pathIn, readDocument, readQuantity } from './read-values.ts';

/** A reported group whose shape has been checked. `at` is its position in the body. */
export type ReportedUsage = {
  at: string;
  id: string;
  entitlementId: string;
  /** Quantities above zero. */
  records: [key: string, quantity: Decimal][];
  sentRecords: Record<string, unknown>;
  time: Date | null;
  metaInfo: Record<string, unknown>;
  allocations: SentAllocations | null;
  /** Usage for direct billing; it has no records then. */
  billable: SentRecord[] | null;
  sentBillable: unknown;
};

/** The metaInfo of usage sent without one. */
export const noMetaInfo: Record<string, unknown> = Object.freeze({});

const idPattern = /^[\x21-\x7e]{1,36}$/;
const zeroTime = '0001-01-01T00:00:00Z';
const maxKeys = 200;
const maxKeyLength = 255;

/** Reads the caller's own id, `id` or `ID`. Null if there is none, undefined if it has a fault. */
export const readUsageId = (raw: unknown, at: string, faults: Fault[]): string | null | undefined => {
  if (!isObject(raw)) return void faults.push({ path: at, code: 'type', message: 'must be an object' });
  const { id, ID } = raw;
  const given = isMissing(id) ? ID : id;
  if (isMissing(given)) return null;
  if (!isMissing(id) && !isMissing(ID) && id !== ID) {
    return void faults.push({
      path: pathIn(at, 'id'),
      code: 'contradiction',
      message: 'id and ID are given and differ',
    });
  }
  if (typeof given === 'string' && idPattern.test(given)) return given;
  const message = 'must be 1 to 36 printable ASCII characters without blanks';
  return void faults.push({ path: pathIn(at, 'id'), code: 'id', message });
};

const readTime = (value: unknown, at: string, faults: Fault[]): Date | null => {
  if (isMissing(value) || value === zeroTime) return null;
  const time = typeof value === 'string' ? parseTime(value) : null;
  if (time !== null) return time;
  faults.push({ path: pathIn(at, 'timestamp'), code: 'time', message: 'must be an RFC 3339 time with an offset' });
  return null;
};

export const readRecords = (value: unknown, at: string, faults: Fault[]): [string, Decimal][] => {
  const path = (): string => pathIn(at, 'records');
  if (!isObject(value)) {
    faults.push({
      path: path(),
      code: value === undefined || value === null ? 'required' : 'type',
      message: 'must be an object of quantities by dimension',
    });
    return [];
  }
  const before = faults.length;
  const records: [string, Decimal][] = [];
  const keys = Object.keys(value);
  if (keys.length > maxKeys)
    faults.push({ path: path(), code: 'too_many', message: `contains more than ${maxKeys} dimensions` });
  for (const key of keys.length > maxKeys ? keys.slice(0, maxKeys) : keys) {
    const at = (): string => `${path()}.${key}`;
    if (key === '' || key.length > maxKeyLength)
      faults.push({
        path: at().slice(0, 300),
        code: 'key',
        message: `a dimension has 1 to ${maxKeyLength} characters`,
      });
    const quantity = readQuantity(value[key], at, faults);
    if (quantity !== null && quantity !== '0') records.push([key, quantity]);
  }
  if (records.length === 0 && faults.length === before) {
    faults.push({ path: path(), code: 'all_zero', message: 'at least one quantity must be above zero' });
  }
  return records;
};

const readMetaInfo = (value: unknown, at: string, faults: Fault[]): Json => {
  const metaInfo = readDocument(value, at, 'metaInfo', faults) ?? noMetaInfo;
  if (isLargerJson(metaInfo, documentBytesMax)) {
    const message = `is larger than ${documentBytesMax} bytes as JSON: keep less in it`;
    faults.push({ path: pathIn(at, 'metaInfo'), code: 'too_large', message });
  }
  const skip = metaInfo.SkipValidation;
  if (skip === undefined || typeof skip === 'boolean') return metaInfo;
  if (skip !== null) {
    faults.push({ path: pathIn(at, 'metaInfo.SkipValidation'), code: 'type', message: 'must be true or false' });
  }
  const { SkipValidation: _, ...rest } = metaInfo;
  return rest;
};

const isGiven = (value: unknown): boolean => !isMissing(value) && !(isObject(value) && Object.keys(value).length === 0);

/** Returns the UUID of a group's entitlement, or undefined if the group names none. */
export type OwnerOf = (raw: Record<string, unknown>) => string | undefined;

/** Reads the owners of a batch; most of its groups belong to a few entitlements. */
export const createOwnerReader = (): OwnerOf => {
  const ids = new Map<string, string>();
  return ({ entitlementID: text }) => {
    if (typeof text !== 'string' || text === '') return undefined;
    const id = ids.get(text) ?? decodeId('ent', text) ?? nilId;
    ids.set(text, id);
    return id;
  };
};

/** Reads one group and adds every fault it finds. Returns undefined if there was one. */
export const readReportedUsage = (
  raw: unknown,
  at: string,
  id: string,
  ownerOf: OwnerOf,
  faults: Fault[],
): ReportedUsage | undefined => {
  if (!isObject(raw)) return undefined;
  const before = faults.length;
  const entitlementId = ownerOf(raw);
  if (entitlementId === undefined) {
    faults.push({ path: pathIn(at, 'entitlementID'), code: 'required', message: 'must be the id of an entitlement' });
  }
  const billable = readBillableRecords(raw.billableRecords, at, faults);
  if (billable !== null && isGiven(raw.records)) {
    const message = 'must not be sent with records: usage is either for a marketplace (records) or for direct billing';
    faults.push({ path: pathIn(at, 'billableRecords'), code: 'exclusive', message });
  }
  const records = billable === null || isGiven(raw.records) ? readRecords(raw.records, at, faults) : [];
  const time = readTime(raw.timestamp, at, faults);
  const metaInfo = readMetaInfo(raw.metaInfo, at, faults);
  const allocations = readAllocations(raw.usageAllocations, at, faults);
  if (billable !== null && isGiven(raw.usageAllocations)) {
    const message = 'are parts of records; billableRecords have none';
    faults.push({ path: pathIn(at, 'usageAllocations'), code: 'not_here', message });
  }
  if (entitlementId === undefined || faults.length > before) return undefined;
  const sentRecords = billable === null ? (raw.records as Json) : {};
  const sentBillable = raw.billableRecords;
  return { at, id, entitlementId, records, sentRecords, time, metaInfo, allocations, billable, sentBillable };
};
