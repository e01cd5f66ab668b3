import { z } from 'zod';
import { day } from '../../../contract/shapes.ts';

export const StatementParams = z.object({
  month: z
    .string()
    .refine((month) => day.safeParse(`${month}-01`).success, 'must be a month, YYYY-MM')
    .meta({ type: 'string', pattern: '^\\d{4}-\\d{2}$', description: 'The month in UTC, YYYY-MM' }),
  format: z.enum(['csv', 'pdf']).optional().meta({
    description: 'csv: the file itself, as text/csv. pdf: the address of a PDF as a JSON string',
    default: 'csv',
  }),
});
