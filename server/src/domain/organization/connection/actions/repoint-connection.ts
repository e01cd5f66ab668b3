import type { ActCall } from '../../../../contract/call.ts';
import { createRowChanger } from '../../../../contract/versioned-rows.ts';
import { requireFound } from '../../../../kit/errors.ts';
import type { ConnectedAccount } from '../connection.ts';
import { findServiceAccount, lockConnectedAccount, updateConnectionRow } from '../store.ts';
import { viewConnection } from '../view.ts';

const changeConnection = createRowChanger({
  type: 'conn',
  view: (_, connection: ConnectedAccount) => viewConnection(connection),
  update: updateConnectionRow,
});

/** Says where the API of a connected partner is from now on: a simulator that listens at another port. */
export const repointConnection = async (
  call: ActCall,
  { partner, service, endpoint }: { partner: string; service: string; endpoint: string },
) => {
  const found = await findServiceAccount(call.db, partner, service);
  const old = requireFound(found && (await lockConnectedAccount(call.db, found.id)), 'connection');
  if (old.endpoint === endpoint) return viewConnection(old);
  return (await changeConnection(call, old, { endpoint }, 'connection.updated')).view;
};
