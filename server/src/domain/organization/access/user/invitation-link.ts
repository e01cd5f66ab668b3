import { createHmac } from 'node:crypto';
import { hashMachineSecret, machineSecretMatches, type SecretKeys } from '../../../../auth/secrets.ts';

/** Names one invitation: the user, and the run that sends the link. */
export type InvitationName = { orgId: string; userId: string; operationId: string };

/**
 * The secret of an invitation's link follows from its name and the master key, so it is stored nowhere, not even in the
 * history of the run: every attempt to send the mail computes it again and sends the same link.
 */
const secretUnder = ([key]: SecretKeys, { orgId, userId, operationId }: InvitationName): string => {
  const mac = createHmac('sha256', key.derive('invitation')).update(`${orgId}.${userId}.${operationId}`);
  return `mos_${mac.digest('base64url')}`;
};

/** What the database keeps of the link. */
export const invitationHash = (keys: SecretKeys, name: InvitationName): Buffer =>
  hashMachineSecret(keys, secretUnder(keys, name));

/** The secret whose hash is stored, under whichever key it was made; undefined: another link has replaced it. */
export const invitationSecret = (keys: SecretKeys, name: InvitationName, stored: Buffer): string | undefined =>
  keys.map((key) => secretUnder([key], name)).find((secret) => machineSecretMatches(keys, secret, stored));
