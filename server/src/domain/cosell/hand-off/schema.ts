import { z } from 'zod';
import { referralStages } from '../../../adapters/cosell/port.ts';
import { referralStatuses } from '../referral/states.ts';

/** A file has at most this many lines behind its header. */
export const importRowsMax = 1000;

export const HandOffParams = z.object({
  format: z.enum(['json', 'csv']).optional().meta({
    description: 'csv: the file itself; otherwise it is a JSON string',
    default: 'json',
  }),
});

/** The text itself, as text/csv, or as one JSON string. */
export const HandOffImport = z
  .string()
  .min(1, 'must not be empty')
  .meta({
    description: `CSV (RFC 4180, UTF-8) with a header. referral_id or google_id names the referral, both give it Google's id; status and sales_stage are Google's words, reason is Google's; any of them may be empty. At most ${importRowsMax} rows.`,
  });

const HandOffError = z.strictObject({ code: z.string(), message: z.string() }).meta({ id: 'HandOffImportError' });

export const HandOffImportResult = z
  .strictObject({
    changed: z.int(),
    unchanged: z.int(),
    failed: z.int(),
    results: z.array(
      z
        .strictObject({
          line: z.int(),
          referralId: z.string().optional(),
          status: z.enum(referralStatuses).optional(),
          stage: z.enum(referralStages).optional(),
          changed: z.boolean(),
          error: HandOffError.optional(),
        })
        .meta({ id: 'HandOffImportRow' }),
    ),
  })
  .meta({ id: 'HandOffImportResult' });
