import { z } from 'zod';

/** Field checks shared by several change types (AWS Catalog API shapes). */

export const accountId = z.string().regex(/^\d{12}$/, 'must be a 12-digit AWS account id');
export const httpsUrl = z
  .string()
  .min(8)
  .max(2048)
  .regex(/^https:\/\/\S+$/, 'must be an https URL');
/** Documents must be in a public Amazon S3 bucket, or at a presigned S3 URL. */
export const s3Url = httpsUrl.regex(
  /^https:\/\/([^/?#@]+\.)?s3[.-]([a-z0-9-]+\.)*amazonaws\.com(\.cn)?(:443)?\/\S+$/,
  'must be the address of a document in Amazon S3 that AWS Marketplace can read',
);
export const countryCode = z.string().regex(/^[A-Z]{2}$/, 'must be a two-letter country code');
export const dimensionKey = z
  .string()
  .min(1)
  .max(100)
  .regex(/^[A-Za-z0-9_.-]+$/, 'may hold letters, digits and _ . -');

const isCalendarDate = (text: string): boolean => {
  if (!/^\d{4}-\d\d-\d\d$/.test(text)) return false;
  const time = Date.parse(`${text}T00:00:00Z`);
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text);
};
export const calendarDate = z.string().refine(isCalendarDate, 'must be a date of the form YYYY-MM-DD');
export const isoPeriod = z.string().regex(/^P\d{1,4}[DMY]$/, 'must be a duration such as P30D or P12M');
export const dayPeriod = z.string().regex(/^P\d{1,4}D$/, 'must be a number of days such as P30D');
/** The name of an offer: "Must not contain illegal characters (\\, <, >)". */
export const offerName = z
  .string()
  .max(150)
  .regex(/^[^\\<>]+$/, 'must contain 1 to 150 characters other than \\ < >');
export const emptyDocument = z.strictObject({});

/** A non-negative decimal as a string, with at most `decimals` digits after the point. */
export const amount = (decimals: number): z.ZodString =>
  z
    .string()
    .regex(new RegExp(`^\\d{1,15}(\\.\\d{1,${decimals}})?$`), `must be a number with at most ${decimals} decimals`);

/** A list without duplicates. */
export const uniqueList = <S extends z.ZodType>(item: S, least: number, most: number) =>
  z
    .array(item)
    .min(least)
    .max(most)
    .refine(
      (list) => new Set(list.map((value) => JSON.stringify(value))).size === list.length,
      'must not repeat items',
    );
