import type { Fault } from '../../../kit/errors.ts';
import { type Allocation, sortTags, type TagSet } from '../usage-allocation/usage-allocation.ts';
import { isObject, type Json, pathIn, readDocument, readQuantity } from './read-values.ts';

/** `usageAllocations` of one group: the document as sent, and its parts by the caller's own keys. */
export type SentAllocations = { document: Json; parts: [key: string, allocations: Allocation[]][] };

const maxTags = 5;

/**
 * What AWS accepts as a tag's key and value (service model of the Metering API, TagKey and TagValue, where `\/` is a
 * slash); anything else would get the whole record refused. Its HTML pages spell it `\\/`, which would add a backslash.
 */
const keyPattern = /^[a-zA-Z0-9+ -=._:/@]{1,100}$/;
const valuePattern = /^[a-zA-Z0-9+ -=._:/@]{1,256}$/;

const readTags = (value: unknown, path: string, faults: Fault[]): TagSet | null => {
  if (value === undefined || value === null) return [];
  if (!Array.isArray(value) || !value.every(isObject)) {
    faults.push({ path, code: 'type', message: 'must be a list of {key, value}' });
    return null;
  }
  if (value.length > maxTags) {
    faults.push({ path, code: 'too_many', message: `contains more than ${maxTags} tags` });
    return null;
  }
  const before = faults.length;
  const tags = value.map(({ key, value: text }, index): [string, string] => {
    if (typeof key !== 'string' || !keyPattern.test(key)) {
      faults.push({
        path: `${path}.${index}.key`,
        code: 'tag',
        message: 'must have 1 to 100 characters that AWS accepts in tags',
      });
    }
    if (typeof text !== 'string' || !valuePattern.test(text)) {
      const message = 'must have 1 to 256 characters that AWS accepts in tags';
      faults.push({ path: `${path}.${index}.value`, code: 'tag', message });
    }
    return [key as string, text as string];
  });
  if (faults.length === before && new Set(tags.map(([key]) => key)).size < tags.length) {
    faults.push({ path, code: 'repeated', message: 'names a key twice' });
  }
  return faults.length > before ? null : sortTags(tags);
};

const readAllocation = (value: unknown, path: string, faults: Fault[]): Allocation | null => {
  if (!isObject(value)) {
    faults.push({ path, code: 'type', message: 'must be {quantity, tags}' });
    return null;
  }
  const quantity = readQuantity(value.quantity, () => `${path}.quantity`, faults);
  const tags = readTags(value.tags, `${path}.tags`, faults);
  return quantity === null || tags === null ? null : [tags, quantity];
};

export const readAllocations = (value: unknown, at: string, faults: Fault[]): SentAllocations | null => {
  const document = readDocument(value, at, 'usageAllocations', faults);
  if (document === null) return null;
  const parts = Object.entries(document).flatMap(([key, list]): SentAllocations['parts'] => {
    const path = `${pathIn(at, 'usageAllocations')}.${key}`;
    if (Array.isArray(list)) {
      const read = list.map((one, index) => readAllocation(one, `${path}.${index}`, faults));
      return [[key, read.filter((one) => one !== null)]];
    }
    faults.push({ path, code: 'type', message: 'must be a list of {quantity, tags}' });
    return [];
  });
  return { document, parts };
};
