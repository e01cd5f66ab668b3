import type { Json } from '../state.ts';
import { invalidMember, refuse } from './refusals.ts';

/** A usage record that satisfies the constraints of the model. `timestamp` is epoch milliseconds. */
export type UsageRecord = {
  timestamp: number;
  dimension: string;
  quantity: number;
  customerAWSAccountId: string | null;
  customerIdentifier: string | null;
  licenseArn: string | null;
  usageAllocations: UsageAllocation[] | null;
  /** As received, for the response. */
  sent: Json;
};

export type UsageAllocation = { AllocatedUsageQuantity: number; Tags?: { Key: string; Value: string }[] };

const quantityMax = 2_147_483_647;
const licensePattern =
  /^arn:aws[a-zA-Z-]*:[A-Za-z0-9][A-Za-z0-9_/.-]{0,62}:[A-Za-z0-9_/.-]{0,63}:[A-Za-z0-9_/.-]{0,63}:[A-Za-z0-9][A-Za-z0-9:_/+=,@.-]{0,1023}$/;
/** `\/` of the service model is a slash; a backslash is refused. */
const tagPattern = /^[a-zA-Z0-9+ -=._:/@]+$/;

/**
 * Parses one usage record of a batch (AWS Metering API, UsageRecord); a violated constraint refuses the whole batch.
 */
export const readUsageRecord = (value: unknown, path: string): UsageRecord => {
  const sent = (value ?? {}) as Json;
  const timestamp = sent.Timestamp;
  if (timestamp === undefined || timestamp === null)
    throw invalidMember(`${path}.timestamp`, 'Member must not be null');
  const dimension = readText(sent.Dimension, `${path}.dimension`, 1, 255, /[\s\S]+/);
  if (dimension === null) throw invalidMember(`${path}.dimension`, 'Member must not be null');
  return {
    timestamp: readTimestamp(timestamp),
    dimension,
    quantity: readQuantity(sent.Quantity ?? 0, `${path}.quantity`),
    customerAWSAccountId: readText(sent.CustomerAWSAccountId, `${path}.customerAWSAccountId`, 1, 255, /^[0-9]+$/),
    customerIdentifier: readText(sent.CustomerIdentifier, `${path}.customerIdentifier`, 0, 255, /[\s\S]*/),
    licenseArn: readText(sent.LicenseArn, `${path}.licenseArn`, 0, 1300, licensePattern),
    usageAllocations: readAllocations(sent.UsageAllocations, `${path}.usageAllocations`),
    sent,
  };
};

/** Parses an awsJson time, which is a number of epoch seconds. */
export const readTimestamp = (value: unknown): number => {
  if (typeof value !== 'number' || !Number.isFinite(value)) {
    throw refuse('SerializationException', 'A timestamp is a number of epoch seconds.');
  }
  return Math.round(value * 1000);
};

/** Parses a quantity: a whole number from 0 to 2147483647. */
export const readQuantity = (value: unknown, path: string): number => {
  if (typeof value !== 'number' || !Number.isInteger(value)) {
    throw refuse('SerializationException', `${path} is a whole number.`);
  }
  if (value < 0) throw invalidMember(path, 'Member must have value greater than or equal to 0');
  if (value > quantityMax) throw invalidMember(path, `Member must have value less than or equal to ${quantityMax}`);
  return value;
};

const readText = (value: unknown, path: string, least: number, most: number, pattern: RegExp): string | null => {
  if (value === undefined || value === null) return null;
  if (typeof value !== 'string') throw refuse('SerializationException', `${path} is a text.`);
  if (value.length < least) throw invalidMember(path, `Member must have length greater than or equal to ${least}`);
  if (value.length > most) throw invalidMember(path, `Member must have length less than or equal to ${most}`);
  if (!pattern.test(value))
    throw invalidMember(path, `Member must satisfy regular expression pattern: ${pattern.source}`);
  return value;
};

/** Parses the allocations of a record; `checkAllocations` checks their sum and tags. */
export const readAllocations = (value: unknown, path: string): UsageAllocation[] | null => {
  if (value === undefined || value === null) return null;
  if (!Array.isArray(value)) throw refuse('SerializationException', `${path} is a list.`);
  if (value.length < 1) throw invalidMember(path, 'Member must have length greater than or equal to 1');
  if (value.length > 2500) throw invalidMember(path, 'Member must have length less than or equal to 2500');
  return (value as Json[]).map((item) => {
    const quantity = readQuantity(item?.AllocatedUsageQuantity, `${path}.member.allocatedUsageQuantity`);
    const tags = item?.Tags;
    if (tags === undefined || tags === null) return { AllocatedUsageQuantity: quantity };
    if (!Array.isArray(tags)) throw refuse('SerializationException', `${path}.member.tags is a list.`);
    return { AllocatedUsageQuantity: quantity, Tags: (tags as Json[]).map(readTag) };
  });
};

const readTag = (tag: Json): { Key: string; Value: string } => {
  const { Key, Value } = tag ?? {};
  const valid =
    typeof Key === 'string' &&
    typeof Value === 'string' &&
    Key.length >= 1 &&
    Key.length <= 100 &&
    Value.length >= 1 &&
    Value.length <= 256 &&
    tagPattern.test(Key) &&
    tagPattern.test(Value);
  if (!valid)
    throw refuse('InvalidTagException', 'A tag has a key of at most 100 and a value of at most 256 characters.');
  return { Key, Value };
};

/** Checks that the allocations add up to the quantity, each has at most five tags, and no two have the same tags. */
export const checkAllocations = (allocations: UsageAllocation[] | null, quantity: number): void => {
  if (!allocations) return;
  const sum = allocations.reduce((total, allocation) => total + allocation.AllocatedUsageQuantity, 0);
  if (sum !== quantity) {
    throw refuse(
      'InvalidUsageAllocationsException',
      'Sum of allocated usage quantities is not equal to the usage quantity.',
    );
  }
  const seen = new Set<string>();
  for (const { Tags = [] } of allocations) {
    if (Tags.length > 5) throw refuse('InvalidTagException', 'The number of tags is greater than 5.');
    if (new Set(Tags.map((tag) => tag.Key)).size !== Tags.length) {
      throw refuse('InvalidTagException', 'The tag keys of an allocation are unique.');
    }
    const key = JSON.stringify(Tags.map((tag) => [tag.Key, tag.Value]).sort());
    if (seen.has(key)) throw refuse('InvalidUsageAllocationsException', 'Every allocation has its own set of tags.');
    seen.add(key);
  }
};
