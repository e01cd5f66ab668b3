import { openSecret, type SecretKeys, sealSecret } from '../../../auth/secrets.ts';
import type { ChatAddresses, KeptConfig } from './notification-config.ts';

/** Sealed values are bound to this word. Changing it requires sealing them all again. */
const purpose = 'integration';

export const sealAddresses = (keys: SecretKeys, orgId: string, addresses: ChatAddresses): string | null =>
  Object.keys(addresses).length === 0 ? null : sealSecret(keys, purpose, orgId, JSON.stringify(addresses));

export const openAddresses = (
  keys: SecretKeys,
  orgId: string,
  { channels_sealed: sealed }: Pick<KeptConfig, 'channels_sealed'>,
): ChatAddresses => (sealed === null ? {} : (JSON.parse(openSecret(keys, purpose, orgId, sealed)) as ChatAddresses));
