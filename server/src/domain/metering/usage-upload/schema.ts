import { z } from 'zod';

const mebibyte = 1024 * 1024;

/** A file up to this size is accepted in one transaction. */
export const wholeBytes = 5 * mebibyte;
export const wholeLines = 20_000;
/** As text/csv, a file may be this large. */
export const fileBytesMax = 256 * mebibyte;

/** The text itself, as text/csv, or as one JSON string. */
export const UsageUpload = z
  .string()
  .min(1, 'must not be empty')
  .meta({
    description:
      'CSV (RFC 4180, UTF-8) with a header. Columns: id and entitlementID; timestamp (RFC 3339; now when empty); and dimension with ' +
      'quantity, or a column records.KEY for each dimension key, or both. Each line is one usage record group. At most ' +
      `${fileBytesMax / mebibyte} MiB as text/csv, ${wholeBytes / mebibyte} MiB as a JSON string.`,
  });

export const UsageUploadResult = z
  .strictObject({
    lines: z.int(),
    accepted: z.int(),
    duplicates: z.int(),
    rejected: z.int(),
    rejectedLines: z.string(),
    isWhole: z.boolean(),
  })
  .meta({ id: 'UsageUploadResult' });
