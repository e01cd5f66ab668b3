import { documentBytesMax } from '../../../contract/limits.ts';
import { decimalFromJson } from '../../../kit/decimal.ts';
import type { Fault } from '../../../kit/errors.ts';
import { isRawNumber, type JsonNumber } from '../../../kit/json.ts';
import { isLargerJson } from '../../../kit/json-size.ts';
import { isMissing, isObject, pathIn, readQuantity } from '../usage-record-group/read-values.ts';
import type { Properties, PropertyValue, SentRecord } from './billable-record.ts';

export const maxBillableRecords = 200;
const maxProperties = 50;
const maxNameLength = 100;
const maxValueLength = 255;

const isProperty = (value: unknown): value is PropertyValue =>
  typeof value === 'boolean' ||
  (typeof value === 'string' && value.length <= maxValueLength) ||
  ((typeof value === 'number' || isRawNumber(value)) && decimalFromJson(value as JsonNumber) !== null);

/** Properties without those that are null: they count as not given. */
const readProperties = (value: unknown, at: string, faults: Fault[]): Properties => {
  if (isMissing(value)) return {};
  if (!isObject(value)) {
    faults.push({ path: at, code: 'type', message: 'must be an object of texts, numbers and flags' });
    return {};
  }
  const given = Object.entries(value).filter(([, property]) => property !== null);
  if (given.length > maxProperties)
    faults.push({ path: at, code: 'too_many', message: `contains more than ${maxProperties} properties` });
  for (const [name, property] of given.slice(0, maxProperties)) {
    const path = `${at}.${name}`.slice(0, 300);
    if (name === '' || name.length > maxNameLength)
      faults.push({ path, code: 'key', message: `the name of a property has 1 to ${maxNameLength} characters` });
    if (!isProperty(property)) {
      const message = `must be a text of at most ${maxValueLength} characters, a number with at most 18 integer and 9 fraction digits, true or false`;
      faults.push({ path, code: 'type', message });
    }
  }
  return Object.fromEntries(given) as Properties;
};

const readRecord = (raw: unknown, at: string, faults: Fault[]): SentRecord | undefined => {
  if (!isObject(raw)) return void faults.push({ path: at, code: 'type', message: 'must be an object' });
  const { key, quantity: given } = raw;
  if (typeof key !== 'string' || key === '')
    faults.push({ path: `${at}.key`, code: 'required', message: 'must be the id of a billable metric' });
  const quantity = isMissing(given) ? null : readQuantity(given, () => `${at}.quantity`, faults);
  return { key: String(key), properties: readProperties(raw.properties, `${at}.properties`, faults), quantity };
};

/** Reads the records of one group and adds every fault it finds. Null if there are none. */
export const readBillableRecords = (value: unknown, at: string, faults: Fault[]): SentRecord[] | null => {
  if (isMissing(value) || (Array.isArray(value) && value.length === 0)) return null;
  const path = pathIn(at, 'billableRecords');
  if (!Array.isArray(value)) {
    faults.push({ path, code: 'type', message: 'must be a list of records' });
    return [];
  }
  if (value.length > maxBillableRecords)
    faults.push({ path, code: 'too_many', message: `contains more than ${maxBillableRecords} records` });
  if (isLargerJson(value, documentBytesMax)) {
    const message = `is larger than ${documentBytesMax} bytes as JSON: report it in several groups`;
    faults.push({ path, code: 'too_large', message });
    return [];
  }
  return value.slice(0, maxBillableRecords).flatMap((raw, index) => readRecord(raw, `${path}.${index}`, faults) ?? []);
};

const compareNames = ([left]: [string, unknown], [right]: [string, unknown]): number => (left < right ? -1 : 1);

/** One text for every way to write the same records: the order of properties, zeros and `1.0` do not matter. */
export const billableText = (value: unknown): string | null => {
  const faults: Fault[] = [];
  const records = readBillableRecords(value, '', faults) ?? [];
  if (faults.length > 0) return null;
  return JSON.stringify(
    records.map(({ key, properties, quantity }) => [
      key,
      quantity,
      Object.entries(properties)
        .sort(compareNames)
        .map(([name, property]) => [
          name,
          typeof property === 'object' || typeof property === 'number' ? [decimalFromJson(property)] : property,
        ]),
    ]),
  );
};
