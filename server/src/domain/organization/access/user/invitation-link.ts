import { createHmac } from 'node:crypto';
import { hashMachineSecret, machineSecretMatches, type SecretKeys } from '../../../../auth/secrets.ts';

/** Identifies one invitation: the user, and the run that sends the link. */
export type InvitationName = { orgId: string; userId: string; operationId: string };

/**
 * The secret of an invitation's link is derived from its name and the master key. So it is stored nowhere, not even in
 * the run's history: each attempt to send the mail computes the same link.
 */
const secretUnder = ([key]: SecretKeys, { orgId, userId, operationId }: InvitationName): string => {
  const mac = createHmac('sha256', key.derive('invitation')).update(`${orgId}.${userId}.${operationId}`);
  return `mos_${mac.digest('base64url')}`;
};

/** The hash of the link, as stored in the database. */
export const invitationHash = (keys: SecretKeys, name: InvitationName): Buffer =>
  hashMachineSecret(keys, secretUnder(keys, name));

/** The secret whose hash is stored, under whichever key it was made. Undefined if a newer link has replaced it. */
export const invitationSecret = (keys: SecretKeys, name: InvitationName, stored: Buffer): string | undefined =>
  keys.map((key) => secretUnder([key], name)).find((secret) => machineSecretMatches(keys, secret, stored));
