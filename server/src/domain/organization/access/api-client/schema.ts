import { z } from 'zod';
import { apiKeyPattern, looksRandom } from '../../../../auth/api-key.ts';
import { componentOf, ownedText, ownedTime, timeOut } from '../../../../contract/shapes.ts';

export const apiClientTypes = ['API_KEY', 'BEARER_TOKEN'] as const;
export const apiClientRoles = ['VIEWER', 'EDITOR'] as const;

/** The reference has a byte string here; the service stores nothing in it. */
const info = z
  .unknown()
  .optional()
  .meta({ type: 'array', items: { type: 'integer' }, readOnly: true, description: 'Ignored in requests.' });

export const NewApiClient = z
  .object({
    type: z
      .enum(apiClientTypes)
      .meta({ description: 'API_KEY: sent as Authorization: Key …; BEARER_TOKEN: for /public/apiClient/accessToken' }),
    role: z.enum(apiClientRoles),
    secret: z
      .union([
        z.literal(''),
        z
          .string()
          .regex(apiKeyPattern, 'must be 32 to 128 hexadecimal digits')
          .refine(
            (key) => !apiKeyPattern.test(key) || looksRandom(key),
            'must contain at least eight different digits',
          ),
      ])
      .nullish()
      .meta({
        type: 'string',
        description:
          'An existing secret: 32 to 128 hexadecimal digits, eight of them different. Absent: a new one is generated.',
      }),
    id: ownedText,
    organizationID: ownedText,
    apiKeyHash: ownedText,
    provider: ownedText,
    info,
    creationTime: ownedTime,
    lastUpdateTime: ownedTime,
  })
  .meta(componentOf('IdentityApiClientInput'));

export const IdentityApiClient = z
  .strictObject({
    id: z.string(),
    organizationID: z.string(),
    type: z.enum(apiClientTypes),
    role: z.enum(apiClientRoles),
    apiKeyHash: z.string().meta({ description: 'The first 8 digits of the SHA-256 of the secret, to identify it' }),
    secret: z.string().nullish().meta({ description: 'Only in the response to its creation' }),
    provider: z.string().optional(),
    info: z.array(z.int()).optional(),
    createdBy: z.string(),
    creationTime: timeOut,
    lastUpdateTime: timeOut,
    lastUsedTime: timeOut.optional(),
  })
  .meta({ id: 'IdentityApiClient' });
