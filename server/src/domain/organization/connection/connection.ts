import type { CallKind } from '../../../adapters/call-health.ts';
import type { MarketplaceCode } from '../../../adapters/marketplace/port.ts';
import type { ConnectablePartner, ConnectableService } from '../../../adapters/partner-services.ts';
import type { Partner } from '../../../contract/partner-codes.ts';
import type { ConnectionStatus } from './states.ts';

export type ConnectionSettings = {
  /** Minutes after the end of an hour at which its usage is submitted. */
  settleMinutes: number;
  /** How usage is handled if it arrives for an hour that was already submitted. */
  latePolicy: 'ROLL_FORWARD' | 'HOLD';
  autoApprove: boolean;
  /** Products (AWS: `prod-…`) whose usage is addressed by product code instead of licence. */
  productCodeProducts: string[];
  /** Submit only usage that no commit covers. */
  enableCommitWithAdditionalUsageMetering?: boolean;
  /** Usage beyond a commit is charged at the list price. */
  enableCommitWithAdditionalUsageAtListPrice?: boolean;
  /** When credentials that the partner had renewed were last stored. RFC 3339. */
  credentialsRenewedTime?: string;
};

export const standardSettings: ConnectionSettings = {
  settleMinutes: 15,
  latePolicy: 'ROLL_FORWARD',
  autoApprove: false,
  productCodeProducts: [],
};

export const settleMinutesMax = 240;

/** Why calls of one kind fail. `message` is readable, `partnerMessage` is the partner's own; `since` is ISO 8601. */
export type Failing = { code: string; message: string; partnerMessage?: string; since: string };

/** An organization's account at a service of a partner. Mode, reports and settings apply to marketplaces only. */
export type Connection = {
  id: string;
  partner: ConnectablePartner;
  service: ConnectableService;
  /** Empty if unknown. */
  account_id: string;
  /** The address of the partner's API; null means the real one. */
  endpoint: string | null;
  /** Addresses of individual services of the partner, by the names in `adapters/partner-services.ts`. */
  endpoints: Record<string, string>;
  region: string;
  metering_region: string;
  credentials_sealed: string;
  /** Names of the credentials that are set. */
  credential_fields: string[];
  status: ConnectionStatus;
  mode: 'LIVE' | 'SHADOW';
  report_from: Date | null;
  settings: ConnectionSettings;
  last_sync_start_time: Date | null;
  last_sync_time: Date | null;
  last_full_sync_time: Date | null;
  last_verified_time: Date | null;
  /** The kinds of calls whose latest call failed. `status` and `last_error` are derived from them (`health.ts`). */
  failing: Partial<Record<CallKind, Failing>>;
  last_error: Omit<Failing, 'since'> | null;
  created_by: string;
  creation_time: Date;
  last_update_time: Date;
  version: number;
};

/** A connection of the service MARKETPLACE. */
export type MarketplaceConnection = Connection & { partner: MarketplaceCode; service: 'MARKETPLACE' };

/** A new connection as parsed from a request, not checked yet. */
export type NewConnection = {
  partner: string;
  service: string;
  accountId?: string | undefined;
  /** Absent means the real partner. */
  endpoint?: string | undefined;
  /** Addresses of individual services. */
  endpoints?: Readonly<Record<string, string>> | undefined;
  region?: string | undefined;
  /** Fixed for the lifetime of the connection. */
  meteringRegion?: string | undefined;
  /** By the names in `adapters/partner-services.ts`. */
  credentials: Readonly<Record<string, unknown>>;
  /** SHADOW by default: nothing is submitted to a real marketplace until a user decides so. */
  mode?: Connection['mode'] | undefined;
  reportFrom?: Date | undefined;
  settings?: Partial<ConnectionSettings> | undefined;
};

/** The connection that a partner's messages belong to, and the credentials that authenticate them. */
export type PartnerRoute = {
  org_id: string;
  connection_id: string;
  partner: string;
  hook_secret_hash: Buffer;
};

/** How often everything at a partner is read again, and how far back the reads in between look. */
export const fullSyncEveryMs = 24 * 3_600_000;
/** When a full read in which something was not answered for is repeated. */
export const fullSyncAgainMs = 3 * 3_600_000;
export const syncWindowMs = 48 * 3_600_000;

/** Kind of the due rows for reading changes from a partner. Their entity is the connection. */
export const reconcileDueKind = 'marketplace.reconcile';

/** Kind of the due rows for submitting usage, handled by metering. Their entity is the partner's code. */
export const usageDueKind = 'usage.report';

/**
 * Kind of the due rows for comparing usage with the marketplace's records, handled by metering. Their entity is the
 * partner's code.
 */
export const compareDueKind = 'usage.compare';

/** Kind of the due rows for reading what an account earned, handled by revenue. Their entity is the connection. */
export const revenueDueKind = 'revenue.sync';

/** Kinds of marketplace objects that we read again and store by their external id. */
export type KnownKind = 'product' | 'offer' | 'agreement';

/** A seller's account in a marketplace, through which its objects are read. */
export type SellerAccount = { id: string; partner: Partner; accountId: string };

export const sellerAccountOf = ({ id, partner, account_id: accountId }: MarketplaceConnection): SellerAccount => ({
  id,
  partner,
  accountId,
});

/** How usage is submitted from one account. */
export type ConnectedMetering = {
  settings: ConnectionSettings;
  mode: Connection['mode'];
  reportFrom: Date | null;
};
