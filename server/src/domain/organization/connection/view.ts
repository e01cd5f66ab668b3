import type { z } from 'zod';
import { addressesInEffect } from '../../../adapters/addresses-in-effect.ts';
import { findPartnerService } from '../../../adapters/partner-services.ts';
import { encodeId } from '../../../kit/ids.ts';
import type { Connection } from './connection.ts';
import type { ConnectionView } from './schema.ts';

const named = <Name extends string>(name: Name, value: string | null): { [K in Name]?: string } =>
  (value === null || value === '' ? {} : { [name]: value }) as { [K in Name]?: string };

const timed = <Name extends string>(name: Name, value: Date | null): { [K in Name]?: string } =>
  named(name, value?.toISOString() ?? null);

const hookPathOf = (partner: string, id: string): string => `/hook/${partner.toLowerCase()}/${encodeId('conn', id)}`;

/** The row of a connection without its credentials, as the audit trail shows it when the service itself changes it. */
export const viewConnectionRow = (connection: Connection) => ({
  id: encodeId('conn', connection.id),
  partner: connection.partner,
  service: connection.service,
  ...named('accountId', connection.account_id),
  ...named('endpoint', connection.endpoint),
  ...(Object.keys(connection.endpoints).length > 0 ? { endpoints: connection.endpoints } : {}),
  ...named('region', connection.region),
  ...named('meteringRegion', connection.metering_region),
  credentialFields: connection.credential_fields,
  status: connection.status,
  ...(findPartnerService(connection.partner, connection.service)?.hook
    ? { hookPath: hookPathOf(connection.partner, connection.id) }
    : {}),
  ...(connection.service === 'MARKETPLACE' ? { mode: connection.mode, settings: connection.settings } : {}),
  ...timed('reportFrom', connection.report_from),
  ...timed('lastSyncTime', connection.last_sync_time),
  ...timed('lastVerifiedTime', connection.last_verified_time),
  ...(connection.last_error === null ? {} : { lastError: connection.last_error }),
  ...(Object.keys(connection.failing).length > 0
    ? { failing: Object.entries(connection.failing).map(([call, failure]) => ({ call, ...failure })) }
    : {}),
  createdBy: connection.created_by,
  creationTime: connection.creation_time.toISOString(),
  lastUpdateTime: connection.last_update_time.toISOString(),
});

/**
 * A connection as clients see it. Partner and service are from the closed list, because nothing else can be connected.
 */
export const viewConnection = (connection: Connection): z.input<typeof ConnectionView> =>
  ({
    ...viewConnectionRow(connection),
    addresses: addressesInEffect({
      ...{ partner: connection.partner, service: connection.service },
      ...{ endpoint: connection.endpoint, endpoints: connection.endpoints },
      ...{ region: connection.region, meteringRegion: connection.metering_region },
      credentialFields: connection.credential_fields,
    }),
  }) as z.input<typeof ConnectionView>;
