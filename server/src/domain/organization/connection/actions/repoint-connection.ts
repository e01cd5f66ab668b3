import type { ActCall } from '../../../../contract/call.ts';
import { createRowChanger } from '../../../../contract/versioned-rows.ts';
import { requireFound } from '../../../../kit/errors.ts';
import type { Connection } from '../connection.ts';
import { findServiceConnection, lockConnection, updateConnectionRow } from '../store.ts';
import { viewConnectionRow } from '../view.ts';

const changeConnection = createRowChanger({
  type: 'conn',
  view: (_, connection: Connection) => viewConnectionRow(connection),
  update: updateConnectionRow,
});

/** Changes the API address of a connected partner, for a simulator that listens on another port. */
export const repointConnection = async (
  call: ActCall,
  { partner, service, endpoint }: { partner: string; service: string; endpoint: string },
) => {
  const found = await findServiceConnection(call.db, partner, service);
  const old = requireFound(found && (await lockConnection(call.db, found.id)), 'connection');
  if (old.endpoint === endpoint) return viewConnectionRow(old);
  return (await changeConnection(call, old, { endpoint }, 'connection.updated')).view;
};
