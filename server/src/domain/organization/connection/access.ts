import type { CoSellAccess, CoSellPartner } from '../../../adapters/cosell/port.ts';
import type { CrmAccess, CrmSystem } from '../../../adapters/crm/port.ts';
import type { MarketplaceAccess } from '../../../adapters/marketplace/port.ts';
import type { ConnectionAccess } from '../../../adapters/partner-gateway.ts';
import type { PaymentAccess, PaymentCode } from '../../../adapters/payment/port.ts';
import { openSecret, type SealPurpose, type SecretKeys, sealSecret } from '../../../auth/secrets.ts';
import { encodeId } from '../../../kit/ids.ts';
import type { Connection, MarketplaceConnection } from './connection.ts';

/** Sealed values are bound to this word. Changing it requires sealing them all again. */
const purpose: SealPurpose = 'integration';

/** The columns that hold credentials; credentials that are not given are left out. */
export const sealCredentials = (keys: SecretKeys, id: string, given: Readonly<Record<string, unknown>>) => {
  const credentials = Object.fromEntries(
    Object.entries(given).filter(([, value]) => value !== null && value !== undefined && value !== ''),
  );
  return {
    credentials_sealed: sealSecret(keys, purpose, id, JSON.stringify(credentials)),
    credential_fields: Object.keys(credentials).sort(),
  };
};

export const openCredentials = (
  keys: SecretKeys,
  { id, credentials_sealed }: Pick<Connection, 'id' | 'credentials_sealed'>,
): Record<string, string> => JSON.parse(openSecret(keys, purpose, id, credentials_sealed)) as Record<string, string>;

/** Opens the credentials of a connection for a call to its partner. The result is never stored or logged. */
export const openConnectionAccess = (keys: SecretKeys, connection: Connection): ConnectionAccess => ({
  partner: connection.partner,
  service: connection.service,
  accountId: connection.account_id,
  endpoint: connection.endpoint ?? undefined,
  endpoints: connection.endpoints,
  region: connection.region,
  credentials: openCredentials(keys, connection),
});

/** The same for a marketplace account. */
export const openMarketplaceAccess = (keys: SecretKeys, connection: MarketplaceConnection): MarketplaceAccess => ({
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

/** The same for a payment provider account. */
export const openPaymentAccess = (keys: SecretKeys, connection: Connection): PaymentAccess => ({
  connectionId: encodeId('conn', connection.id),
  partner: connection.partner as PaymentCode,
  accountId: connection.account_id,
  endpoint: connection.endpoint ?? undefined,
  endpoints: connection.endpoints,
  credentials: openCredentials(keys, connection),
});

/** The same for a co-sell account. */
export const openCoSellAccess = (keys: SecretKeys, connection: Connection): CoSellAccess => ({
  connectionId: encodeId('conn', connection.id),
  partner: connection.partner as CoSellPartner,
  accountId: connection.account_id,
  endpoint: connection.endpoint ?? undefined,
  endpoints: connection.endpoints,
  credentials: openCredentials(keys, connection),
});

/** The same for a CRM. */
export const openCrmAccess = (keys: SecretKeys, connection: Connection): CrmAccess => ({
  connectionId: encodeId('conn', connection.id),
  system: connection.partner as CrmSystem,
  accountId: connection.account_id,
  endpoint: connection.endpoint ?? undefined,
  credentials: openCredentials(keys, connection),
});
