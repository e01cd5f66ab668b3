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

const numberText = (value: unknown): string => {
  const text = isRawNumber(value) ? value.rawJSON : String(value).trim();
  if (!/^-?\d{1,18}(\.\d{1,12})?$/.test(text)) throw new Error(`"${text.slice(0, 40)}" is not a number`);
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

const dayOf = (value: unknown): string =>
  /^\d{4}-\d\d-\d\d$/.test(String(value)) ? String(value) : timeOf(value).toISOString().slice(0, 10);

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

const goes = (field: FieldMapping, way: 'TO_PARTNER' | 'TO_CRM'): boolean =>
  !field.isPaused && (field.direction === 'BOTH' || field.direction === way);

export type Mapped = { document: ReferralDocument; errors: DocumentFault[] };

/** What a CRM record states, by the paths of the partner's members; and the members that cannot be made from it. */
export type Statement = { values: Readonly<Record<string, unknown>>; errors: DocumentFault[] };

const valueFor = async (field: FieldMapping, input: Input, work?: Work): Promise<unknown> => {
  const found = await sourceValue(field, input, work);
  const value = isNothing(found) ? field.standard : found;
  if (isNothing(value)) return undefined;
  const word = translated(field.form === 'LIST' ? listOf(value) : value, field.values);
  return field.form ? forms[field.form](word) : word;
};

/** What a record states in the partner's members. What cannot be mapped is left out, and is an error with its path. */
export const statementOf = async ({ fields }: Pick<Mapping, 'fields'>, record: CrmRecord): Promise<Statement> => {
  const input = inputOf(record);
  const errors: DocumentFault[] = [];
  const values: [string, unknown][] = [];
  const work = noWork();
  for (const field of fields) {
    if (!goes(field, 'TO_PARTNER')) continue;
    try {
      const value = await valueFor(field, input, work);
      if (value !== undefined) values.push([field.target, value]);
    } catch (error) {
      const message = `${field.source ?? 'the expression'} cannot be used: ${(error as Error).message}`;
      errors.push({ path: field.target, code: 'mapping', message });
    }
  }
  return { values: Object.fromEntries(values), errors };
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

const dealField = /^deal\.([^.[\]]+)$/;

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
  return (form === 'MONEY' || form === 'NUMBER') && typeof value === 'string' ? JSON.rawJSON(numberText(value)) : value;
};

/** Whether the CRM says the same already: as text, or in the partner's words, of which one can stand for several of the CRM. */
const isSaid = async (field: FieldMapping, record: CrmRecord, value: unknown, word: unknown): Promise<boolean> => {
  const raw = await sourceValue(field, inputOf(record));
  if (isNothing(raw)) return false;
  const isSame = (left: unknown, right: unknown): boolean => JSON.stringify(left) === JSON.stringify(right);
  if (isSame(String(forms.TEXT(raw)), String(forms.TEXT(word)))) return true;
  try {
    return isSame(await valueFor(field, inputOf(record)), value);
  } catch {
    return false;
  }
};

type Written = { field: FieldMapping; name: string; value: unknown; word: unknown };

/** Of several words of the CRM for one of the partner, the first. */
const writtenOf = ({ fields }: Pick<Mapping, 'fields'>, document: ReferralDocument): Written[] =>
  fields.flatMap((field): Written[] => {
    const name = goes(field, 'TO_CRM') && field.source !== undefined ? dealField.exec(field.source)?.[1] : undefined;
    const value = valueAt(document, field.target);
    if (name === undefined || isNothing(value)) return [];
    return [{ field, name, value, word: written(field, translated(value, inverse(field.values))) }];
  });

/** The fields of the deal in the CRM that a document states, for those that may be written back. */
export const mapToCrm = (mapping: Pick<Mapping, 'fields'>, document: ReferralDocument): CrmFields =>
  Object.fromEntries(writtenOf(mapping, document).map(({ name, word }) => [name, word]));

/** A field of the CRM that is to be written. `path`: the member of the document; `value`: what it says. */
export type CrmChange = { path: string; name: string; before: unknown; after: unknown; value: unknown };

/** What a document states differently than the record, of what may be written back. */
export const changesForCrm = async (
  mapping: Pick<Mapping, 'fields'>,
  document: ReferralDocument,
  record: CrmRecord,
): Promise<CrmChange[]> => {
  const changes: CrmChange[] = [];
  for (const { field, name, value, word } of writtenOf(mapping, document)) {
    if (await isSaid(field, record, value, word)) continue;
    changes.push({ path: field.target, name, before: record.deal[name] ?? null, after: word, value });
  }
  return changes;
};

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
