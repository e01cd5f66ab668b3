import { z } from 'zod';
import { decimalFromJson } from '../kit/decimal.ts';
import { type FormFile, isFormFile } from '../kit/form-file.ts';
import { decodeId, type IdPrefix, nilId } from '../kit/ids.ts';
import { isRawNumber, type JsonNumber } from '../kit/json.ts';
import { isGoZeroTime, parseTime, parseWritableTime } from '../kit/time.ts';
import { describeFilter, describeOrder } from './field-names.ts';
import type { Fields } from './fields.ts';
import { documentMembersMax } from './limits.ts';
import { checkPartnerDocument } from './partner-documents/check-document.ts';
import type { PartnerDocumentName } from './partner-documents/documents.ts';

/**
 * The building blocks of schemas. Requests distinguish `null` from absence (in a PATCH null clears). An enum `""` and
 * the time `0001-01-01T00:00:00Z` mean absent, because Go clients send them. Fields owned by the service are accepted
 * and ignored, because clients send whole objects back.
 */

const refuse = (context: z.RefinementCtx, code: string, message: string): never => {
  context.addIssue({ code: 'custom', message, params: { code } });
  return z.NEVER;
};

/** Text of a limited length, counted in characters. */
export const text = (max: number, min = 0): z.ZodString =>
  z
    .string()
    .min(min, min === 1 ? 'must not be empty' : undefined)
    .max(max);

/** A point in time in a request, RFC 3339 with an offset. */
export const timeIn = z
  .string()
  .transform((value, context): Date | undefined => {
    if (value === '') return undefined;
    if (isGoZeroTime(parseTime(value))) return undefined;
    const message = 'must be an RFC 3339 time with an offset, in the years 1 to 9999 UTC';
    return parseWritableTime(value) ?? refuse(context, 'time', message);
  })
  .meta({ type: 'string', format: 'date-time' });

/** A point in time in a reply. */
export const timeOut = z.string().meta({ format: 'date-time' });

/** A day, `YYYY-MM-DD`, UTC, at least a year away from the first and last dates that can be written. */
export const day = z
  .string()
  .refine((value) => {
    if (!/^\d{4}-\d\d-\d\d$/.test(value)) return false;
    const time = new Date(`${value}T00:00:00Z`);
    return !Number.isNaN(time.getTime()) && time.toISOString().startsWith(value);
  }, 'must be a day, YYYY-MM-DD')
  .refine((value) => value >= '1000' && value < '9999', 'must be a day of the years 1000 to 9998')
  .meta({ type: 'string', format: 'date' });

/** A number that passes through unchanged, digit for digit: rates inside documents stored as JSON. */
export const exactNumber = z
  .custom<JsonNumber>(
    (value) => (typeof value === 'number' && Number.isFinite(value)) || isRawNumber(value),
    'must be a number',
  )
  .refine((value) => decimalFromJson(value) !== null, 'must have at most 18 integer and 9 fraction digits')
  .meta({ type: 'number' });

/** A decimal in a reply; create it with `decimalToJson`. */
export const decimalOut = z
  .custom<JsonNumber>((value) => typeof value === 'number' || isRawNumber(value))
  .meta({ type: 'number' });

/**
 * The ID of another resource in a request, as its UUID. An ID that cannot be decoded matches nothing; the act reports
 * it.
 */
export const idIn = (prefix: IdPrefix): z.ZodType<string> =>
  z
    .string()
    .max(64)
    .transform((value) => decodeId(prefix, value) ?? nilId)
    .meta({ type: 'string', description: `id of the form ${prefix}_…` }) as unknown as z.ZodType<string>;

/** One of a closed list; `""` means absent. */
export const choiceIn = <const T extends readonly string[]>(values: T): z.ZodType<T[number] | undefined> =>
  z
    .string()
    .transform((value, context): T[number] | undefined => {
      if (value === '') return undefined;
      return values.includes(value) ? value : refuse(context, 'choice', `must be one of ${values.join(', ')}`);
    })
    .meta({ type: 'string', enum: [...values] }) as never;

/**
 * An object of a request in which null means that the member is absent: clients whose language has no other word for it write
 * null for every member that is not set. In a PATCH only for objects that replace the stored value, and for the input of an action.
 */
export const withoutNulls = <T extends z.ZodType>(object: T): z.ZodType<z.output<T>, z.input<T>> =>
  z.preprocess(
    (value) =>
      typeof value === 'object' && value !== null && !Array.isArray(value) && Object.values(value).includes(null)
        ? Object.fromEntries(Object.entries(value).filter(([, member]) => member !== null))
        : value,
    object,
  ) as never;

/** The component name of a shape in the API document, if requests and replies differ. */
export const componentOf = (name: string): { 'x-component': string } => ({ 'x-component': name });

/** A JSON object whose members the client chooses. */
export const document = z.record(z.string(), z.unknown());

/** Strings of the client under names that it chooses. */
export const namedTexts = z
  .record(z.string(), z.string())
  .refine((texts) => Object.keys(texts).length <= documentMembersMax, `must have at most ${documentMembersMax} members`)
  .meta({ maxProperties: documentMembersMax });

/** A partner document; `contract/partner-documents` lists its members, and any others are kept as received. */
export const partnerDocument = (name: PartnerDocumentName) =>
  z.record(z.string(), z.unknown()).check(checkPartnerDocument(name)).meta({ 'x-document': name });

const owned = (type: string, extra: object = {}): z.ZodOptional<z.ZodUnknown> =>
  z
    .unknown()
    .optional()
    .meta({ type, readOnly: true, ...extra });

/** Fields that a client may send back and that are ignored. */
export const ownedText = owned('string');
export const ownedNumber = owned('number');
export const ownedDocument = owned('object', { additionalProperties: true });
export const ownedTexts = owned('array', { items: { type: 'string' } });
export const ownedDocuments = owned('array', { items: { type: 'object', additionalProperties: true } });
export const ownedTime = owned('string', { format: 'date-time' });

/** A file in a form. */
export const formFile = z
  .custom<FormFile>(isFormFile, 'must be a file in a form (multipart/form-data)')
  .meta({ type: 'string', format: 'binary' });

/** A query parameter with text of limited length. */
export const textParam = (max = 512): z.ZodOptional<z.ZodString> => z.string().max(max).optional();

const flagWords: ReadonlyMap<string, boolean> = new Map([
  ['true', true],
  ['1', true],
  ['false', false],
  ['0', false],
]);

/** A flag as clients write it: `true`, `True`, `TRUE`, `1`. Undefined if it is none of these. */
export const readFlag = (text: string): boolean | undefined => flagWords.get(text.toLowerCase());

/** A query parameter that is `true` or `false`. */
export const flagParam = z
  .string()
  .transform((value, context): boolean => readFlag(value) ?? refuse(context, 'choice', 'must be true or false'))
  .optional()
  .meta({ type: 'boolean' });

const countParam = (standard: number, min: number, max?: number): z.ZodType =>
  z
    .string()
    .optional()
    .meta({ type: 'integer', default: standard, minimum: min, ...(max === undefined ? {} : { maximum: max }) });

/** `page_size`, `page_number`, `q`, `s`, `page_token` of a list with these fields; parsed by `contract/page.ts`. */
export const queryParams = (fields: () => Fields, standard = 20, max = 1000) => ({
  page_size: countParam(standard, 1, max),
  page_number: countParam(1, 1),
  q: z.string().optional().meta(describeFilter(fields)),
  s: z.string().optional().meta(describeOrder(fields)),
  page_token: z.string().optional().meta({ description: 'From the Link header of the page before' }),
});

/** `limit` and `offset` of the old lists. */
export const listParams = (standard = 1000, max = 1000) => ({
  limit: countParam(standard, 1, max),
  offset: countParam(0, 0),
  page_token: z.string().optional().meta({ description: 'From the Link header of the page before' }),
});

/** The response of query operations. */
export const paged = <T extends z.ZodType>(item: T) =>
  z
    .strictObject({ data: z.array(item), page_number: z.int(), page_size: z.int(), total_count: z.int() })
    .meta({ id: `${item.meta()?.id}Page` });

/** Of lists without pages. */
export const wholeListHeaders = { 'X-Total-Count': 'How many there are in all' };

export const listHeaders = {
  'X-Total-Count': 'The total number; 100001 when counting stopped there',
  Link: 'RFC 8288, rel="next": the next page',
  'X-Page-Cut': 'bytes: the page ended early, at 8 MiB; follow the Link, which continues after its last row',
};
