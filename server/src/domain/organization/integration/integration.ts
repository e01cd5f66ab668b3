import type { ConnectablePartner, ConnectableService } from '../../../adapters/partner-services.ts';
import type { Connection, ConnectionSettings } from '../connection/connection.ts';

/** One connected account of an organization at any service of a partner; mode, reports and settings are of marketplaces. */
export type Integration = Omit<Connection, 'partner' | 'service'> & {
  partner: ConnectablePartner;
  service: ConnectableService;
};

/** What somebody wants to connect, read but not yet checked. */
export type NewIntegration = {
  partner: string;
  service: string;
  accountId?: string | undefined;
  /** Absent: the real partner. */
  endpoint?: string | undefined;
  /** Addresses of single services. */
  endpoints?: Readonly<Record<string, string>> | undefined;
  region?: string | undefined;
  /** Fixed for the life of the connection. */
  meteringRegion?: string | undefined;
  /** By the names of `adapters/partner-services.ts`. */
  credentials: Readonly<Record<string, unknown>>;
  /** SHADOW unless said otherwise: nothing is told to a real marketplace before somebody decides so. */
  mode?: Connection['mode'] | undefined;
  reportFrom?: Date | undefined;
  settings?: Partial<ConnectionSettings> | undefined;
};
