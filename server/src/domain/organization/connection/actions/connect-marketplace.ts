import type { MarketplaceCode } from '../../../../adapters/marketplace/port.ts';
import { hashMachineSecret, newMachineSecret, type SecretKeys, sealSecret } from '../../../../auth/secrets.ts';
import type { ActCall } from '../../../../contract/call.ts';
import { scheduleDue } from '../../../../engine/due-store.ts';
import { badRequest, type Fault, Refusal } from '../../../../kit/errors.ts';
import {
  type Connection,
  type ConnectionSettings,
  reconcileDueKind,
  settleMinutesMax,
  standardSettings,
} from '../connection.ts';
import { insertConnection, insertRoute } from '../store.ts';
import { viewConnection } from '../view.ts';

export type NewConnection = {
  partner: MarketplaceCode;
  /** AWS: the 12-digit seller account. */
  accountId: string;
  /** Absent: the real partner. */
  endpoint?: string;
  region?: string;
  /** Fixed for the life of the connection. */
  meteringRegion?: string;
  /** AWS: `accessKeyId`, `secretAccessKey`. */
  credentials: Record<string, string>;
  /** SHADOW unless said otherwise: nothing is told to a real marketplace before somebody decides so. */
  mode?: Connection['mode'];
  reportFrom?: Date;
  settings?: Partial<ConnectionSettings>;
};

const standardRegion = 'us-east-1';
const requiredCredentials: Record<MarketplaceCode, string[]> = {
  AWS: ['accessKeyId', 'secretAccessKey'],
  AZURE: [],
  GCP: [],
};

const faultsOf = (input: NewConnection): Fault[] => {
  const faults: Fault[] = [];
  if (input.partner === 'AWS' && !/^\d{12}$/.test(input.accountId)) {
    faults.push({ path: 'accountId', code: 'account', message: 'must be a 12-digit AWS account id' });
  }
  for (const name of requiredCredentials[input.partner]) {
    if (!input.credentials[name])
      faults.push({ path: `credentials.${name}`, code: 'required', message: 'is required' });
  }
  const minutes = input.settings?.settleMinutes;
  if (minutes !== undefined && (!Number.isInteger(minutes) || minutes < 0 || minutes > settleMinutesMax)) {
    faults.push({
      path: 'settings.settleMinutes',
      code: 'range',
      message: `must be a whole number from 0 to ${settleMinutesMax}`,
    });
  }
  return faults;
};

/**
 * Connects an account of a marketplace. The secret of its hook is answered here and never again. What is there already is
 * read in full at once, and from then on every 15 minutes. Throws 400, or 409 when the organization has one of this partner.
 */
export const connectMarketplace = async (
  call: ActCall,
  { input, keys }: { input: NewConnection; keys: SecretKeys },
) => {
  const faults = faultsOf(input);
  if (faults.length > 0) throw badRequest(faults);
  const id = call.newId();
  const connection: Connection = {
    id,
    partner: input.partner,
    service: 'MARKETPLACE',
    account_id: input.accountId,
    endpoint: input.endpoint ?? null,
    region: input.region ?? standardRegion,
    metering_region: input.meteringRegion ?? input.region ?? standardRegion,
    credentials_sealed: sealSecret(keys, 'integration', id, JSON.stringify(input.credentials)),
    status: 'CONNECTED',
    mode: input.mode ?? 'SHADOW',
    report_from: input.reportFrom ?? null,
    settings: { ...standardSettings, ...input.settings },
    last_sync_start_time: null,
    last_sync_time: null,
    last_full_sync_time: null,
    last_error: null,
    created_by: call.actor.id,
    creation_time: call.now,
    last_update_time: call.now,
    version: 1,
  };
  if (!(await insertConnection(call.db, connection))) {
    throw new Refusal('Conflict', `An account of ${input.partner} is connected already.`);
  }
  const hookSecret = newMachineSecret();
  await insertRoute(call.db, {
    connection_id: id,
    partner: input.partner,
    hook_secret_hash: hashMachineSecret(keys, hookSecret),
  });
  await scheduleDue(call.db, reconcileDueKind, id, call.now);
  const view = viewConnection(connection);
  call.setVersion(1);
  call.changed({ type: 'conn', id: view.id, name: `${input.partner} ${input.accountId}`, before: null, after: view });
  call.emit({ name: 'connection.connected', entityType: 'conn', entityId: view.id, version: 1, payload: view });
  return { connection: view, hookPath: `/hook/${input.partner.toLowerCase()}/${view.id}`, hookSecret };
};
