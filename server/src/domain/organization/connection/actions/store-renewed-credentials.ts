import type { ActCall } from '../../../../contract/call.ts';
import { nextVersion } from '../../../../contract/versioned-rows.ts';
import { openCredentials, sealCredentials } from '../access.ts';
import type { Connection } from '../connection.ts';
import { lockConnection, updateConnectionRow } from '../store.ts';
import { viewConnectionRow } from '../view.ts';

const renewEveryMs = 24 * 3_600_000;

/** Whether credentials that a partner renews all the time are to be stored again: once a day. */
export const isRenewalDue = ({ settings, creation_time }: Connection, now: Date): boolean => {
  const { credentialsRenewedTime } = settings;
  const last = credentialsRenewedTime === undefined ? creation_time.getTime() : Date.parse(credentialsRenewedTime);
  return now.getTime() - last >= renewEveryMs;
};

/**
 * Stores credentials with which the partner replaced those in use. If a user has replaced them in the meantime, the user's are kept.
 * Repeatable.
 */
export const storeRenewedCredentials = async (
  call: ActCall,
  {
    connectionId,
    used,
    renewed,
  }: { connectionId: string; used: Readonly<Record<string, string>>; renewed: Readonly<Record<string, string>> },
): Promise<void> => {
  const before = await lockConnection(call.db, connectionId);
  if (!before) return;
  const stored = openCredentials(call.secretKeys, before);
  if (Object.keys(renewed).some((name) => stored[name] !== used[name])) return;
  const after = nextVersion(call, before, {
    ...sealCredentials(call.secretKeys, connectionId, { ...stored, ...renewed }),
    settings: { ...before.settings, credentialsRenewedTime: call.now.toISOString() },
  });
  await updateConnectionRow(call.db, after);
  call.recordChange({
    type: 'conn',
    before: { ...viewConnectionRow(before), credentials: 'as they were' },
    after: { ...viewConnectionRow(after), credentials: 'renewed by the partner' },
    version: after.version,
  });
};
