import { createHmac } from 'node:crypto';
import { hashMachineSecret, machineSecretMatches, type SecretKeys } from '../../../auth/secrets.ts';

/** Identifies one link: the invitation, and the run that sends it. */
export type LinkName = { orgId: string; invitationId: string; operationId: string };

/**
 * The secret of a link is derived from its name and the master key. So it is stored nowhere, not even in the run's history:
 * each attempt to send the mail computes the same link.
 */
const secretUnder = ([key]: SecretKeys, { orgId, invitationId, operationId }: LinkName): string => {
  const mac = createHmac('sha256', key.derive('partner-invitation')).update(`${orgId}.${invitationId}.${operationId}`);
  return `mos_${mac.digest('base64url')}`;
};

const linkWith = (authUrl: string, secret: string): string => `${authUrl}/account/partner-invitation?token=${secret}`;

/** A new link: its address, which is shown once, and its hash, which is stored. */
export const createLink = (keys: SecretKeys, authUrl: string, name: LinkName): { url: string; hash: Buffer } => {
  const secret = secretUnder(keys, name);
  return { url: linkWith(authUrl, secret), hash: hashMachineSecret(keys, secret) };
};

/** The link whose hash is stored, under whichever key it was made. Undefined if a newer link has replaced it. */
export const linkInForce = (
  keys: SecretKeys,
  authUrl: string,
  { name, stored }: { name: LinkName; stored: Buffer },
): string | undefined => {
  const secret = keys.map((key) => secretUnder([key], name)).find((one) => machineSecretMatches(keys, one, stored));
  return secret === undefined ? undefined : linkWith(authUrl, secret);
};
