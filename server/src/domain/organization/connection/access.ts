import type { MarketplaceAccess } from '../../../adapters/marketplace/port.ts';
import type { PaymentAccess, PaymentCode } from '../../../adapters/payment/port.ts';
import { openSecret, type SecretKeys } from '../../../auth/secrets.ts';
import { encodeId } from '../../../kit/ids.ts';
import type { ConnectedAccount, Connection } from './connection.ts';

export const openCredentials = (
  keys: SecretKeys,
  { id, credentials_sealed }: Pick<Connection, 'id' | 'credentials_sealed'>,
): Record<string, string> =>
  JSON.parse(openSecret(keys, 'integration', id, credentials_sealed)) as Record<string, string>;

/** Opens the credentials of a connection for a call. The result is never stored and never logged. */
export const openAccess = (keys: SecretKeys, connection: Connection): MarketplaceAccess => ({
  connectionId: encodeId('conn', connection.id),
  partner: connection.partner,
  accountId: connection.account_id,
  endpoint: connection.endpoint ?? undefined,
  endpoints: connection.endpoints,
  region: connection.region,
  meteringRegion: connection.metering_region,
  credentials: openCredentials(keys, connection),
  productCodeProducts: connection.settings.productCodeProducts ?? [],
});

/** The same for an account at a payment provider. */
export const openPaymentAccess = (keys: SecretKeys, account: ConnectedAccount): PaymentAccess => ({
  connectionId: encodeId('conn', account.id),
  partner: account.partner as PaymentCode,
  accountId: account.account_id,
  endpoint: account.endpoint ?? undefined,
  endpoints: account.endpoints,
  credentials: openCredentials(keys, account),
});
