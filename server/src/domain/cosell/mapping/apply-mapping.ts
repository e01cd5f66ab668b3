import canonicalize from 'canonicalize';
import type { DocumentFault, ReferralDocument } from '../../../adapters/cosell/port.ts';
import type { CrmFields, CrmRecord, CrmSelection } from '../../../adapters/crm/port.ts';
import { big, decimalToJson } from '../../../kit/decimal.ts';
import { isRawNumber } from '../../../kit/json.ts';
import { evaluate, fieldsNamed, noWork, type Work } from './expression.ts';
import { type FieldMapping, type Mapping, type ValueForm, valueAt, withValue } from './mapping.ts';

type Input = { deal: CrmFields; company: CrmFields; contacts: readonly CrmFields[] };

const inputOf = ({ deal, company, contacts }: CrmRecord): Input => ({ deal, company: company ?? {}, contacts });

const isNothing = (value: unknown): boolean =>
  value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0);

const numberPattern = /^-?\d{1,18}(\.\d{1,12})?$/;

const numberText = (value: unknown): string => {
  const text = isRawNumber(value) ? value.rawJSON : String(value).trim();
  if (!numberPattern.test(text)) throw new Error(`"${text.slice(0, 40)}" is not a number`);
  return text;
};

const timeOf = (value: unknown): Date => {
  const text = String(value);
  // HubSpot writes times as milliseconds, too.
  const time = new Date(/^\d{11,14}$/.test(text) ? Number(text) : text);
  if (Number.isNaN(time.getTime())) throw new Error(`"${text.slice(0, 40)}" is not a date`);
  return time;
};

const listOf = (value: unknown): unknown[] => {
  if (Array.isArray(value)) return value;
  // Choices of several values are one text with semicolons, in both CRMs.
  return typeof value === 'string'
    ? value
        .split(';')
        .map((item) => item.trim())
        .filter((item) => item !== '')
    : [value];
};

/** A time that states how far it is ahead of UTC is of the day that it names; others are of a day of UTC. */
const dayOf = (value: unknown): string =>
  /^\d{4}-\d\d-\d\d(T.*[+-]\d\d:\d\d)?$/.test(String(value))
    ? String(value).slice(0, 10)
    : timeOf(value).toISOString().slice(0, 10);

/** Makes a value into a form. Throws a readable error if it cannot be. */
const forms: Readonly<Record<ValueForm, (value: unknown) => unknown>> = {
  TEXT: (value) => (isRawNumber(value) ? value.rawJSON : String(value)),
  NUMBER: (value) => decimalToJson(numberText(value)),
  MONEY: (value) => big(numberText(value)).round(2).toFixed(),
  DAY: dayOf,
  DATE: (value) => {
    const [year, month, day] = dayOf(value).split('-').map(Number);
    return { year, month, day };
  },
  TIME: (value) => timeOf(value).toISOString(),
  LIST: listOf,
  BOOLEAN: (value) => value === true || String(value).toLowerCase() === 'true',
};

const translated = (value: unknown, values: FieldMapping['values']): unknown => {
  if (!values) return value;
  if (Array.isArray(value)) return value.map((item) => translated(item, values));
  const word = String(value);
  return Object.hasOwn(values, word) ? values[word] : value;
};

const sourceValue = async ({ source, expression }: FieldMapping, input: Input, work?: Work): Promise<unknown> => {
  if (expression !== undefined) return evaluate(expression, input, work);
  return source === undefined ? undefined : valueAt(input, source);
};

export const goes = (field: FieldMapping, way: 'TO_PARTNER' | 'TO_CRM'): boolean =>
  !field.isPaused && (field.direction === 'BOTH' || field.direction === way);

export type Mapped = { document: ReferralDocument; errors: DocumentFault[] };

/** What a CRM record states, by the paths of the partner's members; and the members that cannot be made from it. */
export type Statement = { values: Readonly<Record<string, unknown>>; errors: DocumentFault[] };

/** What a record states for one member. */
export type Stated = {
  /** In the partner's words; absent: nothing. */
  value?: unknown;
  /** The CRM has no value: the standard value of the mapping is used. */
  isStandard?: true;
  /** It cannot be made into what the partner takes. */
  isUnreadable?: true;
  /** What the CRM has in the field, where it may be written; null: nothing. */
  raw?: unknown;
};

/** What a record states, by the paths of all members that are synchronized, either way. */
export type Reading = { members: Readonly<Record<string, Stated>>; errors: DocumentFault[] };

/** A value of the CRM in the partner's words. Throws a readable error if it cannot be made into their form. */
const formed = (field: FieldMapping, found: unknown): unknown => {
  const value = isNothing(found) ? field.standard : found;
  if (isNothing(value)) return undefined;
  const word = translated(field.form === 'LIST' ? listOf(value) : value, field.values);
  return field.form ? forms[field.form](word) : word;
};

const dealField = /^deal\.([^.[\]]+)$/;

/** The field of the deal that a member is written to; undefined: it is not written back. */
export const writableField = (field: FieldMapping): string | undefined =>
  goes(field, 'TO_CRM') && field.source !== undefined ? dealField.exec(field.source)?.[1] : undefined;

const statedBy = async (field: FieldMapping, record: CrmRecord, work: Work): Promise<Stated & { why?: string }> => {
  const name = writableField(field);
  const raw = name === undefined ? {} : { raw: record.deal[name] ?? null };
  try {
    const found = await sourceValue(field, inputOf(record), work);
    const value = formed(field, found);
    if (value === undefined) return raw;
    return { ...raw, value, ...(isNothing(found) ? { isStandard: true } : {}) };
  } catch (error) {
    return { ...raw, isUnreadable: true, why: (error as Error).message };
  }
};

/** What a record states for every member that is synchronized. What cannot be mapped is an error with its path. */
export const readingOf = async ({ fields }: Pick<Mapping, 'fields'>, record: CrmRecord): Promise<Reading> => {
  const errors: DocumentFault[] = [];
  const members: [string, Stated][] = [];
  const work = noWork();
  for (const field of fields) {
    if (field.isPaused) continue;
    const { why, ...stated } = await statedBy(field, record, work);
    members.push([field.target, stated]);
    if (why === undefined || !goes(field, 'TO_PARTNER')) continue;
    const message = `${field.source ?? 'the expression'} cannot be used: ${why}`;
    errors.push({ path: field.target, code: 'mapping', message });
  }
  return { members: Object.fromEntries(members), errors };
};

/** What a record states in the partner's members. What cannot be mapped is left out, and is an error with its path. */
export const statementOf = async ({ fields }: Pick<Mapping, 'fields'>, record: CrmRecord): Promise<Statement> => {
  const taken = fields.filter((field) => goes(field, 'TO_PARTNER'));
  const { members, errors } = await readingOf({ fields: taken }, record);
  const values = Object.entries(members).filter(([, { value }]) => value !== undefined);
  return { values: Object.fromEntries(values.map(([path, { value }]) => [path, value])), errors };
};

/** The document with values at their paths; members without a mapping stay. */
export const withValues = (document: ReferralDocument, values: Statement['values']): ReferralDocument =>
  Object.entries(values).reduce<ReferralDocument>((made, [path, value]) => withValue(made, path, value), document);

/**
 * The partner's document of a CRM record. What cannot be mapped is left out, and is an error with its path. `onto`: what
 * the document has already; members without a mapping stay.
 */
export const mapToPartner = async (
  mapping: Pick<Mapping, 'fields'>,
  record: CrmRecord,
  onto: ReferralDocument = {},
): Promise<Mapped> => {
  const { values, errors } = await statementOf(mapping, record);
  return { document: withValues(onto, values), errors };
};

const inverse = (values: FieldMapping['values']): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.entries(values ?? {})
      .map(([crm, partner]): [string, string] => [partner, crm])
      .reverse(),
  );

/** Numbers are written as numbers, digit for digit, and days as YYYY-MM-DD. */
const written = ({ form }: FieldMapping, value: unknown): unknown => {
  if (Array.isArray(value)) return value.join(';');
  if (form === 'DATE' && typeof value === 'object' && value !== null) {
    const { year, month, day } = value as Record<string, unknown>;
    return [String(year).padStart(4, '0'), ...[month, day].map((part) => String(part).padStart(2, '0'))].join('-');
  }
  // A value that is not a number is passed unchanged: the CRM decides whether to accept it.
  const isNumber = (form === 'MONEY' || form === 'NUMBER') && typeof value === 'string' && numberPattern.test(value);
  return isNumber ? JSON.rawJSON(value.replace(/^(-?)0+(?=\d)/, '$1')) : value;
};

/** What the CRM is given for a value; null empties the field. Of several words of the CRM for one of the partner, the first. */
export const wordFor = (field: FieldMapping, value: unknown): unknown =>
  isNothing(value) ? null : written(field, translated(value, inverse(field.values)));

/** What the CRM states once it has a word, in the partner's words. */
export const statedAfter = (field: FieldMapping, word: unknown): unknown => {
  try {
    return formed(field, word);
  } catch {
    return undefined;
  }
};

/** One spelling of a value, by which it is compared: amounts without trailing zeros, times in UTC. */
const spelled = ({ form }: FieldMapping, value: unknown): unknown => {
  if (isNothing(value)) return undefined;
  try {
    if (form !== undefined && form !== 'DATE') return JSON.stringify(forms[form](value));
  } catch {
    // Compared as it stands.
  }
  if (typeof value !== 'object') return String(value);
  return isRawNumber(value) ? value.rawJSON : canonicalize(value);
};

/** Whether two values of a member say the same. */
export const saysSame = (field: FieldMapping, left: unknown, right: unknown): boolean =>
  spelled(field, left) === spelled(field, right);

const fieldOf = (source: string, root: 'deal' | 'company' | 'contacts'): string[] => {
  const match = new RegExp(`^${root}(\\[\\d+\\])?\\.(.+)$`).exec(source);
  return match?.[2] === undefined ? [] : [match[2]];
};

/** No more contacts of a deal are read. */
const contactsMax = 10;

/** The fields of a CRM that a mapping reads. */
export const selectionOf = ({ fields }: Pick<Mapping, 'fields'>): CrmSelection => {
  const named = (root: 'deal' | 'company' | 'contacts'): string[] => [
    ...new Set(
      fields.flatMap(({ source, expression }) =>
        expression === undefined ? fieldOf(source ?? '', root) : fieldsNamed(expression, root),
      ),
    ),
  ];
  const places = fields.map(({ source, expression }) => {
    if (expression !== undefined) return fieldsNamed(expression, 'contacts').length > 0 ? contactsMax : 0;
    const place = /^contacts\[(\d+)\]/.exec(source ?? '')?.[1];
    return place === undefined ? 0 : Number(place) + 1;
  });
  return {
    deal: named('deal'),
    company: named('company'),
    contact: named('contacts'),
    contactsMax: Math.min(contactsMax, Math.max(1, ...places)),
  };
};
