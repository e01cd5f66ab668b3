import type { z } from 'zod';
import { findPartnerService, type PartnerService, partnerServices } from '../../../../adapters/partner-services.ts';
import { hashMachineSecret, newMachineSecret, type SecretKeys } from '../../../../auth/secrets.ts';
import type { ActCall, AskCall } from '../../../../contract/call.ts';
import { partnersThatCan } from '../../../../contract/capabilities.ts';
import { scheduleDue } from '../../../../engine/due-store.ts';
import { badRequest, type Fault, Refusal } from '../../../../kit/errors.ts';
import { recheckMembership } from '../../access/actions/recheck-membership.ts';
import { sealCredentials } from '../access.ts';
import { checkMayConnect, connectionFaults } from '../check-connection.ts';
import {
  type Connection,
  compareDueKind,
  type NewConnection,
  reconcileDueKind,
  standardSettings,
  usageDueKind,
} from '../connection.ts';
import type { NewConnectionBody } from '../schema.ts';
import { insertConnection, insertRoute, isUsageWaiting } from '../store.ts';
import { viewConnection } from '../view.ts';
import { scheduleRevenue } from './schedule-revenue.ts';

type Body = z.output<typeof NewConnectionBody>;

/** Settings from a client; null means the default. */
export const settingsOf = (given: Body['settings']) =>
  Object.fromEntries(Object.entries(given ?? {}).filter(([, value]) => value !== null && value !== undefined));

const serviceOf = (partner: string, service: string): PartnerService => {
  const row = findPartnerService(partner, service);
  if (row) return row;
  const known = partnerServices.map((one) => `${one.partner} ${one.service}`).join(', ');
  throw badRequest([{ path: 'service', code: 'service', message: `must be a pair of partner and service: ${known}` }]);
};

/** Checks an address other than the real partner's before anything is stored. */
export const checkEndpoints = (
  call: AskCall,
  row: PartnerService | undefined,
  { endpoint, endpoints }: Pick<Body, 'endpoint' | 'endpoints'>,
): Fault[] => {
  if (!row) return [];
  const given = Object.entries(endpoints ?? {}).map(([name, address]) => [`endpoints.${name}`, address] as const);
  return [['endpoint', endpoint] as const, ...given].flatMap(([path, address]): Fault[] => {
    const reason = address ? call.gateway.checkAddress(address, row.endpoint.schemes) : null;
    return reason === null ? [] : [{ path: path.slice(0, 100), code: 'address', message: reason }];
  });
};

/** Addresses from a client; null or empty means the default address. */
export const endpointsOf = (given: Body['endpoints']): Record<string, string> =>
  Object.fromEntries(
    Object.entries(given ?? {})
      .flatMap(([name, address]) => (address ? [[name, address] as const] : []))
      .sort(),
  );

export const askEndpoint = async (call: AskCall, { body }: { body: Body }): Promise<Fault[]> =>
  checkEndpoints(call, findPartnerService(body.partner ?? '', body.service ?? ''), body);

/**
 * Connects an account. `addressFaults`: faults in its endpoint. The secret of its hook is returned here and never
 * again. Everything in a marketplace is read in full at once, then every 15 minutes. Throws 400, or 409 if the
 * organization already has an account of this partner and service.
 */
export const connect = async (
  call: ActCall,
  input: NewConnection,
  keys: SecretKeys,
  addressFaults: readonly Fault[] = [],
) => {
  const row = serviceOf(input.partner, input.service);
  checkMayConnect(await recheckMembership(call), row.service);
  const faults = [...connectionFaults(row, input), ...addressFaults];
  if (faults.length > 0) throw badRequest(faults);
  const id = call.newId();
  const region = input.region ?? row.region ?? '';
  const connection: Connection = {
    id,
    partner: row.partner as Connection['partner'],
    service: row.service as Connection['service'],
    account_id: input.accountId ?? '',
    endpoint: input.endpoint ?? null,
    endpoints: { ...input.endpoints },
    region,
    metering_region: input.meteringRegion ?? region,
    ...sealCredentials(keys, id, input.credentials),
    status: 'CONNECTED',
    mode: input.mode ?? 'SHADOW',
    report_from: input.reportFrom ?? null,
    settings: { ...standardSettings, ...input.settings },
    last_sync_start_time: null,
    last_sync_time: null,
    last_full_sync_time: null,
    last_verified_time: null,
    failing: {},
    last_error: null,
    created_by: call.actor.id,
    creation_time: call.now,
    last_update_time: call.now,
    version: 1,
  };
  if (!(await insertConnection(call.db, connection))) {
    const what = row.service === 'MARKETPLACE' ? row.partner : `${row.service} of ${row.partner}`;
    throw new Refusal('Conflict', `An account of ${what} is already connected.`);
  }
  const hookSecret = row.hook ? newMachineSecret() : null;
  if (hookSecret !== null) {
    const hash = hashMachineSecret(keys, hookSecret);
    await insertRoute(call.db, { connection_id: id, partner: row.partner, hook_secret_hash: hash });
  }
  if (row.reconcileMinutes !== null) await scheduleDue(call.db, reconcileDueKind, id, call.now);
  // Resumes usage that was waiting when the account was disconnected.
  if (row.service === 'MARKETPLACE' && (await isUsageWaiting(call.db, row.partner)))
    await scheduleDue(call.db, usageDueKind, row.partner, call.now);
  if (row.service === 'MARKETPLACE' && partnersThatCan('usageComparison').includes(row.partner))
    await scheduleDue(call.db, compareDueKind, row.partner, call.now);
  await scheduleRevenue(call, connection);
  const view = viewConnection(connection);
  call.recordChange({ type: 'conn', before: null, after: view, version: 1, events: ['connection.connected'] });
  return { view, hookSecret: row.signs ? null : hookSecret };
};

/** Connects the account in a client's request. */
export const connectAccount = async (call: ActCall, { body, answer }: { body: Body; answer: Fault[] }) => {
  const input: NewConnection = {
    partner: body.partner ?? '',
    service: body.service ?? '',
    accountId: body.accountId || undefined,
    endpoint: body.endpoint || undefined,
    endpoints: endpointsOf(body.endpoints),
    region: body.region || undefined,
    meteringRegion: body.meteringRegion || undefined,
    credentials: body.credentials,
    mode: body.mode ?? undefined,
    reportFrom: body.reportFrom ?? undefined,
    settings: settingsOf(body.settings),
  };
  const { view, hookSecret } = await connect(call, input, call.secretKeys, answer);
  return { ...view, hookSecret };
};
