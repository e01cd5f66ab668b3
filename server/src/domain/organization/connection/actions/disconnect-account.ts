import type { z } from 'zod';
import type { ActCall } from '../../../../contract/call.ts';
import { cancelDue } from '../../../../engine/due-store.ts';
import { Refusal, requireFound } from '../../../../kit/errors.ts';
import { recheckMembership } from '../../access/actions/recheck-membership.ts';
import { checkMayConnect } from '../check-connection.ts';
import { type Connection, compareDueKind, reconcileDueKind, revenueDueKind, usageDueKind } from '../connection.ts';
import type { DisconnectParams } from '../schema.ts';
import { countUses, deleteConnectionRow, isUsageWaiting, lockConnection } from '../store.ts';
import { viewConnection } from '../view.ts';

/** Services whose accounts deals depend on. A mail server or a chat can easily be connected again. */
const dealing: ReadonlySet<string> = new Set(['MARKETPLACE', 'PAYMENT']);

/** Prevents accidents that cut off running deals: the caller must name such an account. */
const refuseUnconfirmed = async (
  { db }: ActCall,
  { partner, service, account_id: accountId }: Connection,
  confirm: string | undefined,
): Promise<void> => {
  const name = accountId || partner;
  if (!dealing.has(service) || confirm === name) return;
  const { entitlements, offers } = await countUses(db, partner);
  if (entitlements + offers === 0) return;
  throw new Refusal(
    'Conflict',
    `The account is in use: entitlements ${entitlements}, offers ${offers}. Send confirm=${name} to disconnect it anyway.`,
    { status: 'IN_USE', allowedFrom: [], confirm: name, entitlements, offers },
  );
};

/**
 * Disconnects an account: deletes its row with the credentials and the message route. Imported objects and partner
 * messages stay. Refused (409) while usage waits to be submitted, unless `force` is set; that usage then waits for the
 * next connection. Refused (409) while entitlements or offers depend on the account, unless `confirm` names it.
 */
export const disconnectAccount = async (
  call: ActCall,
  { params, query }: { params: { integrationId: string }; query: z.output<typeof DisconnectParams> },
): Promise<string> => {
  const connection = requireFound(await lockConnection(call.db, params.integrationId), 'integration');
  call.checkVersion(connection.version);
  checkMayConnect(await recheckMembership(call), connection.service);
  const isMarketplace = connection.service === 'MARKETPLACE';
  if (isMarketplace && connection.mode === 'LIVE' && !query.force) {
    if (await isUsageWaiting(call.db, connection.partner)) {
      const message = `Usage waits to be submitted to ${connection.partner}; force=true disconnects anyway.`;
      throw new Refusal('Conflict', message, { status: 'USAGE_WAITING', allowedFrom: [] });
    }
  }
  await refuseUnconfirmed(call, connection, query.confirm);
  await deleteConnectionRow(call.db, connection.id);
  for (const kind of [reconcileDueKind, revenueDueKind]) await cancelDue(call.db, kind, connection.id);
  if (isMarketplace)
    for (const kind of [usageDueKind, compareDueKind]) await cancelDue(call.db, kind, connection.partner);
  const before = viewConnection(connection);
  const version = connection.version + 1;
  call.recordChange({ type: 'conn', before, after: null, version, events: ['connection.disconnected'] });
  return '';
};
