import type { CallKind } from '../../../adapters/call-health.ts';
import type { MarketplaceCode } from '../../../adapters/marketplace/port.ts';
import type { ConnectablePartner, ConnectableService } from '../../../adapters/partner-services.ts';
import type { Partner } from '../../../contract/shapes.ts';
import type { ConnectionStatus } from './states.ts';

export type ConnectionSettings = {
  /** An hour of usage is told so many minutes after its end. */
  settleMinutes: number;
  /** What happens to usage of an hour that is told already. */
  latePolicy: 'ROLL_FORWARD' | 'HOLD';
  autoApprove: boolean;
  /** Products (AWS: `prod-…`) whose usage is addressed by product code instead of licence. */
  productCodeProducts: string[];
  /** Only what a commit does not cover is told. */
  enableCommitWithAdditionalUsageMetering?: boolean;
};

export const standardSettings: ConnectionSettings = {
  settleMinutes: 15,
  latePolicy: 'ROLL_FORWARD',
  autoApprove: false,
  productCodeProducts: [],
};

export const settleMinutesMax = 240;

/** Why calls of one kind fail. `message` is readable, `partnerMessage` the partner's own words; `since` in ISO 8601. */
export type Failing = { code: string; message: string; partnerMessage?: string; since: string };

/** An account of an organization at a service of a partner; mode, reports and settings are of marketplaces. */
export type Connection = {
  id: string;
  partner: ConnectablePartner;
  service: ConnectableService;
  /** Empty: not known. */
  account_id: string;
  /** Where the partner's API is; null: the real one. */
  endpoint: string | null;
  /** Where single services of the partner are, by the names of `adapters/partner-services.ts`. */
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
  /** The kinds of calls whose last one failed; `status` and `last_error` follow from them (`health.ts`). */
  failing: Partial<Record<CallKind, Failing>>;
  last_error: Omit<Failing, 'since'> | null;
  created_by: string;
  creation_time: Date;
  last_update_time: Date;
  version: number;
};

/** One of the service MARKETPLACE. */
export type MarketplaceConnection = Connection & { partner: MarketplaceCode; service: 'MARKETPLACE' };

/** What somebody wants to connect, read but not yet checked. */
export type NewConnection = {
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

/** Where the messages of a connection's partner belong, and what they show that they are the partner's. */
export type PartnerRoute = {
  org_id: string;
  connection_id: string;
  partner: string;
  hook_secret_hash: Buffer;
};

/** How often all of a partner is read again, and how far back the readings in between look. */
export const fullSyncEveryMs = 24 * 3_600_000;
export const syncWindowMs = 48 * 3_600_000;

/** Kind of the due rows that read what changed at a partner; their entity is the connection. */
export const reconcileDueKind = 'marketplace.reconcile';

/** Kind of the due rows that tell usage, the work of metering; their entity is the partner's code. */
export const usageDueKind = 'usage.report';

/** What is read again at a marketplace, and known here by its id there. */
export type KnownKind = 'product' | 'offer' | 'agreement';

/** A seller's account at a marketplace, through which things there are read. */
export type SellerAccount = { id: string; partner: Partner; accountId: string };

export const sellerAccountOf = ({ id, partner, account_id: accountId }: MarketplaceConnection): SellerAccount => ({
  id,
  partner,
  accountId,
});
