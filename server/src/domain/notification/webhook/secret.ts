import { randomBytes } from 'node:crypto';
import { openSecret, type SecretKeys, sealSecret } from '../../../auth/secrets.ts';
import type { Webhook } from './webhook.ts';

const secretBytes = 32;

/** A new signing secret, in the form of Standard Webhooks 1.0: `whsec_` and 24 to 64 random bytes in base64. */
export const newSigningSecret = (): string => `whsec_${randomBytes(secretBytes).toString('base64')}`;

/** Seals a secret of a webhook; it can be opened only for that webhook. */
export const sealForWebhook = (keys: SecretKeys, id: string, plain: string): string =>
  sealSecret(keys, 'webhook', id, plain);

const open = (keys: SecretKeys, id: string, sealed: string | null): string | undefined =>
  sealed === null ? undefined : openSecret(keys, 'webhook', id, sealed);

/** The secrets that sign now, the present one first. */
export const signingSecretsOf = (
  keys: SecretKeys,
  webhook: Pick<Webhook, 'id' | 'secret_sealed' | 'previous_secret_sealed' | 'previous_secret_until'>,
  now: Date,
): string[] => {
  const { id, secret_sealed: present, previous_secret_sealed: previous, previous_secret_until: until } = webhook;
  const secrets = [open(keys, id, present), until !== null && until > now ? open(keys, id, previous) : undefined];
  return secrets.filter((secret) => secret !== undefined);
};

/** The custom headers of the webhook. */
export const ownHeadersOf = (
  keys: SecretKeys,
  { id, headers_sealed: sealed }: Pick<Webhook, 'id' | 'headers_sealed'>,
): Record<string, string> => JSON.parse(open(keys, id, sealed) ?? '{}') as Record<string, string>;
