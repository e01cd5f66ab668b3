import { z } from 'zod';

export const SearchPartnerParams = z.object({
  limit: z
    .string()
    .refine((text) => /^(?:|[1-9]\d{0,8})$/.test(text), 'must be a whole number from 1 on')
    .optional()
    .meta({ type: 'integer', default: 20, minimum: 1, maximum: 100 }),
  query: z.string().min(1, 'must not be empty').max(255).meta({ description: 'A part of the name, in any case' }),
});

export const PartnerConnectionSearchResult = z
  .strictObject({ id: z.string(), name: z.string(), awsAccountId: z.string() })
  .meta({ id: 'PartnerConnectionSearchResult' });

/** A solution that a referral can name. `type`: the partner's own word. */
export const MicrosoftSolution = z
  .strictObject({
    id: z.string(),
    name: z.string(),
    publisherName: z.string(),
    solutionType: z.enum(['MICROSOFT', 'THIRD_PARTY']),
    type: z.string(),
  })
  .meta({ id: 'MicrosoftSolution' });
