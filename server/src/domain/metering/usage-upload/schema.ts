import { z } from 'zod';

export const maxLines = 20_000;

/** The text itself, as text/csv, or as one JSON string. */
export const UsageUpload = z
  .string()
  .min(1, 'must not be empty')
  .meta({
    description:
      'CSV (RFC 4180, UTF-8) with a header. Columns: id and entitlementID; timestamp (RFC 3339; now when empty); and dimension with ' +
      'quantity, or a column records.KEY for each dimension key, or both. Each line is one usage record group. At most ' +
      `${maxLines} lines.`,
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
