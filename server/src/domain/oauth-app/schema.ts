import { z } from 'zod';
import type { ClientKeys } from '../../auth/client-keys.ts';
import { readClientKeys } from '../../auth/client-keys.ts';
import { componentOf, idIn, ownedNumber, ownedText, ownedTime, text, timeOut } from '../../contract/shapes.ts';

const accessLevels = ['VIEWER', 'EDITOR', 'CUSTOM'] as const;

/** Public keys (RFC 7517), parsed and stripped to the members that define them. Every fault is reported. */
const Jwks = z
  .unknown()
  .transform((value, context): ClientKeys | undefined => {
    if (value === undefined || value === null) return undefined;
    const read = readClientKeys(value);
    if ('jwks' in read) return read.jwks;
    for (const { path, code, message } of read.faults) {
      context.addIssue({ code: 'custom', path, message, params: { code } });
    }
    return z.NEVER;
  })
  .optional()
  .meta({
    type: 'object',
    description:
      'JSON Web Key Set with 1 to 10 public keys (RSA of 2048 to 4096 bits, EC P-256, Ed25519). With it the app has no ' +
      'secret and authenticates by private_key_jwt.',
    required: ['keys'],
    properties: { keys: { type: 'array', items: { type: 'object', additionalProperties: true } } },
  });

const owned = {
  id: ownedText,
  organizationID: ownedText,
  clientId: ownedText,
  clientSecret: ownedText,
  createdBy: ownedText,
  creationTime: ownedTime,
  lastUpdateTime: ownedTime,
  lastUsedTime: ownedTime,
  callCount30Days: ownedNumber,
};

export const NewOAuthApp = z
  .strictObject({
    name: text(200, 1),
    description: text(1000).nullish(),
    accessLevel: text(64, 1).meta({
      description:
        'VIEWER, EDITOR, or CUSTOM with customRoleId; the id of a custom role means CUSTOM. It never changes.',
    }),
    customRoleId: idIn('role').nullish(),
    jwks: Jwks,
    ...owned,
  })
  .meta(componentOf('OAuthAppInput'));

export const Rotation = z.strictObject({ jwks: Jwks });

export const OAuthApp = z
  .strictObject({
    id: z.string(),
    organizationID: z.string(),
    name: z.string(),
    description: z.string(),
    accessLevel: z.enum(accessLevels),
    customRoleId: z.string().optional(),
    clientId: z.string(),
    clientSecret: z.string().nullable().optional().meta({
      description: 'Only when this call created it, shown once; null for an app with keys and in repeated responses',
    }),
    jwks: z.strictObject({ keys: z.array(z.record(z.string(), z.string())) }).optional(),
    createdBy: z.string(),
    creationTime: timeOut,
    lastUpdateTime: timeOut,
    lastUsedTime: timeOut.optional(),
    callCount30Days: z.int(),
  })
  .meta({ id: 'OAuthApp' });
