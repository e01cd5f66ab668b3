import type { z } from 'zod';
import type { ActCall } from '../../../../contract/call.ts';
import { cancelDue } from '../../../../engine/due-store.ts';
import { notFound, Refusal } from '../../../../kit/errors.ts';
import { reconcileDueKind, usageDueKind } from '../../connection/connection.ts';
import type { DisconnectParams } from '../schema.ts';
import { deleteIntegrationRow, isUsageWaiting, lockIntegration } from '../store.ts';
import { viewIntegration } from '../view.ts';

/**
 * Forgets an account: its row with the credentials and the way of its messages; what was imported and what the partner said
 * stays. Refused (409) while usage waits to be told there, unless `force`: that usage then waits for the next connection.
 */
export const disconnectIntegration = async (
  call: ActCall,
  { params, query }: { params: { integrationId: string }; query: z.output<typeof DisconnectParams> },
): Promise<string> => {
  const integration = await lockIntegration(call.db, params.integrationId);
  if (!integration) throw notFound('integration');
  call.checkVersion(integration.version);
  const isMarketplace = integration.service === 'MARKETPLACE';
  if (isMarketplace && integration.mode === 'LIVE' && !query.force) {
    if (await isUsageWaiting(call.db, integration.partner)) {
      const message = `Usage waits to be told to ${integration.partner}; force=true disconnects all the same.`;
      throw new Refusal('Conflict', message, { status: 'USAGE_WAITING', allowedFrom: [] });
    }
  }
  await deleteIntegrationRow(call.db, integration.id);
  await cancelDue(call.db, reconcileDueKind, integration.id);
  if (isMarketplace) await cancelDue(call.db, usageDueKind, integration.partner);
  const view = viewIntegration(integration);
  call.changed({ type: 'conn', id: view.id, before: view, after: null });
  call.emit({
    name: 'connection.disconnected',
    entityType: 'conn',
    entityId: view.id,
    version: integration.version + 1,
    payload: view,
  });
  return '';
};
