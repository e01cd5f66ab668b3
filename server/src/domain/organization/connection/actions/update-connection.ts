import type { z } from 'zod';
import { findPartnerService, type PartnerService } from '../../../../adapters/partner-services.ts';
import type { ActCall, AskCall } from '../../../../contract/call.ts';
import { isSameDocument } from '../../../../contract/reference/same-document.ts';
import { nextVersion } from '../../../../contract/versioned-rows.ts';
import { scheduleDue } from '../../../../engine/due-store.ts';
import { badRequest, type Fault, requireFound, wrongState } from '../../../../kit/errors.ts';
import { recheckMembership } from '../../access/actions/recheck-membership.ts';
import { openCredentials, sealCredentials } from '../access.ts';
import { checkMayConnect, connectionFaults } from '../check-connection.ts';
import { type Connection, reconcileDueKind, standardSettings } from '../connection.ts';
import type { ConnectionChange } from '../schema.ts';
import { findConnection, lockConnection, updateConnectionRow } from '../store.ts';
import { viewConnection } from '../view.ts';
import { checkEndpoints, endpointsOf, settingsOf } from './connect-account.ts';
import { scheduleRevenue } from './schedule-revenue.ts';

type Body = z.output<typeof ConnectionChange>;
type Input = { params: { integrationId: string }; body: Body };

const serviceOf = ({ partner, service }: Connection): PartnerService => {
  const row = findPartnerService(partner, service);
  if (!row) throw new Error(`${service} of ${partner} is connected and not in the table`);
  return row;
};

export const askNewEndpoint = async (call: AskCall, { params, body }: Input): Promise<Fault[]> => {
  const connection = requireFound(await findConnection(call.db, params.integrationId), 'integration');
  const { endpoint, endpoints } = connection;
  const changed = Object.entries(body.endpoints ?? {}).filter(([name, address]) => endpoints[name] !== address);
  return checkEndpoints(call, serviceOf(connection), {
    endpoint: endpoint === body.endpoint ? undefined : body.endpoint,
    endpoints: Object.fromEntries(changed),
  });
};

const fixedFaults = (old: Connection, body: Body): Fault[] =>
  Object.entries({
    partner: old.partner,
    service: old.service,
    accountId: old.account_id,
    meteringRegion: old.metering_region,
  })
    .filter(([name, value]) => (body[name as 'partner'] || value) !== value)
    .map(([path]) => ({ path, code: 'fixed', message: 'cannot be changed; connect the other account instead' }));

/** A caller must not learn stored credentials by redirecting them: a new endpoint requires new credentials. */
const endpointFaults = (old: Connection, after: Connection, body: Body): Fault[] =>
  (after.endpoint === old.endpoint && isSameDocument(after.endpoints, old.endpoints)) || body.credentials !== undefined
    ? []
    : [{ path: 'credentials', code: 'required', message: 'are required when an address of the partner changes' }];

const changedBy = (call: ActCall, old: Connection, body: Body): Connection => {
  const given = settingsOf(body.settings);
  const cleared = [
    ...Object.entries(body.settings ?? {}).flatMap(([name, value]) => (value === null ? [name] : [])),
    ...(body.credentials ? ['credentialsRenewedTime'] : []),
  ];
  const kept = Object.fromEntries(Object.entries(old.settings).filter(([name]) => !cleared.includes(name)));
  return {
    ...old,
    endpoint: body.endpoint === undefined ? old.endpoint : body.endpoint || null,
    endpoints: body.endpoints === undefined ? old.endpoints : endpointsOf(body.endpoints),
    region: body.region === undefined ? old.region : body.region || (serviceOf(old).region ?? ''),
    mode: body.mode ?? old.mode,
    report_from: body.reportFrom === undefined ? old.report_from : body.reportFrom,
    settings: { ...standardSettings, ...kept, ...given },
    // Even if they are unchanged: otherwise the response would confirm guesses.
    ...(body.credentials ? sealCredentials(call.secretKeys, old.id, body.credentials) : {}),
  };
};

/**
 * Absent members are kept. Credentials are replaced as a whole and are then unverified. Submitted usage cannot be
 * undone, so LIVE never returns to SHADOW.
 */
export const updateConnection = async (call: ActCall, { params, body, answer }: Input & { answer: Fault[] }) => {
  const old = requireFound(await lockConnection(call.db, params.integrationId), 'integration');
  call.checkVersion(old.version);
  checkMayConnect(await recheckMembership(call), old.service);
  const after = changedBy(call, old, body);
  const input = {
    partner: old.partner,
    service: old.service,
    accountId: old.account_id || undefined,
    endpoint: after.endpoint ?? undefined,
    endpoints: after.endpoints,
    region: after.region || undefined,
    credentials: body.credentials ?? openCredentials(call.secretKeys, old),
    mode: body.mode ?? undefined,
    reportFrom: body.reportFrom ?? undefined,
    settings: settingsOf(body.settings),
  };
  const faults = [
    ...fixedFaults(old, body),
    ...connectionFaults(serviceOf(old), input),
    ...endpointFaults(old, after, body),
    ...answer,
  ];
  if (faults.length > 0) throw badRequest(faults);
  if (old.mode === 'LIVE' && after.mode === 'SHADOW') throw wrongState('The integration', 'SHADOW', 'LIVE', ['SHADOW']);
  const isResealed = old.credentials_sealed !== after.credentials_sealed;
  const before = viewConnection(old);
  if (!isResealed && isSameDocument(before, viewConnection(after))) return before;
  // Other credentials may show more: the next read is of everything.
  const unread = isResealed ? { last_verified_time: null, last_full_sync_time: null } : {};
  const connection = nextVersion(call, old, { ...after, ...unread });
  await updateConnectionRow(call.db, connection);
  // Shows the effect of correct credentials at once, not after the next scheduled read.
  if (isResealed && serviceOf(old).reconcileMinutes !== null)
    await scheduleDue(call.db, reconcileDueKind, old.id, call.now);
  if (isResealed) await scheduleRevenue(call, connection);
  const view = viewConnection(connection);
  const [was, is] = isResealed ? ['as they were', 'replaced'] : [undefined, undefined];
  call.recordChange({
    type: 'conn',
    before: { ...before, ...(was && { credentials: was }) },
    after: { ...view, ...(is && { credentials: is }) },
    version: connection.version,
    events: ['connection.updated'],
    payload: view,
  });
  return view;
};
