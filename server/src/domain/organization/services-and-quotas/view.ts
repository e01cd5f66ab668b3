import type { z } from 'zod';
import { partnerServices } from '../../../adapters/partner-services.ts';
import type { ConnectedService } from '../connection/store.ts';
import type { ServicesAndQuotas } from './schema.ts';

type View = z.input<typeof ServicesAndQuotas>;

const viewService = ({ partner, service, status, last_error, creation_time }: ConnectedService) => ({
  partner,
  service,
  status,
  connectedTime: creation_time.toISOString(),
  ...(last_error === null ? {} : { lastError: { code: last_error.code, message: last_error.message } }),
});

/** All connectable services with their connections, then any other connected services. */
export const viewServices = (connected: readonly ConnectedService[]): View['services'] => {
  const keyOf = (row: { partner: string; service: string }): string => `${row.partner}/${row.service}`;
  const found = new Map(connected.map((row) => [keyOf(row), row]));
  const known = partnerServices.map(({ partner, service }) => {
    const row = found.get(keyOf({ partner, service }));
    found.delete(keyOf({ partner, service }));
    return row ? viewService(row) : ({ partner, service, status: 'NOT_CONNECTED' } as const);
  });
  return [...known, ...[...found.values()].map(viewService)];
};
