import type { ActCall } from '../../../../contract/call.ts';
import { notFound } from '../../../../kit/errors.ts';
import { findServiceAccount, lockConnectedAccount, updateConnectionRow } from '../store.ts';
import { viewConnection } from '../view.ts';

/** Says where the API of a connected partner is from now on: a simulator that listens at another port. */
export const repointConnection = async (
  call: ActCall,
  { partner, service, endpoint }: { partner: string; service: string; endpoint: string },
) => {
  const found = await findServiceAccount(call.db, partner, service);
  const old = found && (await lockConnectedAccount(call.db, found.id));
  if (!old) throw notFound('connection');
  if (old.endpoint === endpoint) return viewConnection(old);
  const connection = { ...old, endpoint, last_update_time: call.now, version: old.version + 1 };
  await updateConnectionRow(call.db, connection);
  const view = viewConnection(connection);
  call.setVersion(connection.version);
  call.changed({ type: 'conn', id: view.id, before: viewConnection(old), after: view });
  call.emit({
    name: 'connection.updated',
    entityType: 'conn',
    entityId: view.id,
    version: connection.version,
    payload: view,
  });
  return view;
};
