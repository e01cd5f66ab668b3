import { z } from 'zod';
import { choiceIn } from '../../../contract/shapes.ts';

export const EulaParams = z.object({
  format: z
    .string()
    .transform((text) => text.toUpperCase())
    .pipe(choiceIn(['JSON', 'STRING']) as z.ZodType<'JSON' | 'STRING' | undefined, string>)
    .optional()
    .meta({ type: 'string', description: 'JSON (the default) or string: plain text' }),
});
