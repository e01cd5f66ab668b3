import type { z } from 'zod';
import { isThrottled } from '../../../../adapters/call-health.ts';
import type { Verification } from '../../../../adapters/partner-gateway.ts';
import type { ActCall, AskCall } from '../../../../contract/call.ts';
import type { EventName } from '../../../../contract/events.ts';
import { createRowChanger } from '../../../../contract/versioned-rows.ts';
import { Refusal, requireFound } from '../../../../kit/errors.ts';
import { openConnectionAccess } from '../access.ts';
import type { Connection } from '../connection.ts';
import { healthAfter, type ShownEnds, verifiedEnds } from '../health.ts';
import type { VerifiedConnection } from '../schema.ts';
import { connectionIs } from '../states.ts';
import { findConnection, lockConnection, updateConnectionRow } from '../store.ts';
import { viewConnection } from '../view.ts';

type Input = { params: { integrationId: string } };

/** What was verified, to check later that it is still connected. */
type Asked = { verification: Verification; sealed: string; addresses: string };

const addressesOf = ({ endpoint, endpoints }: Connection): string =>
  JSON.stringify([endpoint, Object.entries(endpoints).sort()]);

export const askPartner = async (call: AskCall, { params }: Input): Promise<Asked> => {
  const connection = requireFound(await findConnection(call.db, params.integrationId), 'integration');
  const verification = await call.gateway.verify(openConnectionAccess(call.secretKeys, connection), call.signal);
  return { verification, sealed: connection.credentials_sealed, addresses: addressesOf(connection) };
};

/** Working credentials are still wrong if they belong to another account. */
const compared = (connection: Connection, verification: Verification): Verification => {
  if (!verification.ok || verification.accountId === null || connection.account_id === '') return verification;
  if (verification.accountId === connection.account_id) return verification;
  const message = `The credentials belong to ${verification.accountId}, not to ${connection.account_id}.`;
  return { ok: false, code: 'ACCOUNT_MISMATCH', message, partnerMessage: null };
};

const failureOf = ({ code, message, partnerMessage }: Extract<Verification, { ok: false }>) => ({
  code,
  message,
  ...(partnerMessage === null ? {} : { partnerMessage }),
});

const shownVerification = (verification: Verification): z.input<typeof VerifiedConnection>['verification'] => {
  if (!verification.ok) return { ok: false, ...failureOf(verification) };
  const { accountId, detail } = verification;
  return { ok: true, ...(accountId === null ? {} : { accountId }), message: detail };
};

const changeConnection = createRowChanger({
  type: 'conn',
  view: (_, connection: Connection) => viewConnection(connection),
  update: updateConnectionRow,
});

/**
 * Records the partner's response. If verification is unsupported or currently impossible, the response says so and
 * nothing changes.
 */
export const recordVerification = async (call: ActCall, { params, answer }: Input & { answer: Asked }) => {
  const old = requireFound(await lockConnection(call.db, params.integrationId), 'integration');
  call.checkVersion(old.version);
  if (old.credentials_sealed !== answer.sealed || addressesOf(old) !== answer.addresses)
    throw new Refusal('Conflict', 'The integration was changed during the verification; verify it again.');
  const verification = compared(old, answer.verification);
  if (!verification.ok && (verification.code === 'NOT_SUPPORTED' || isThrottled(verification.code))) {
    return { integration: viewConnection(old), verification: shownVerification(verification) };
  }
  const ends: ShownEnds = verification.ok ? verifiedEnds() : new Map([['VERIFICATION', failureOf(verification)]]);
  const health = healthAfter(old, ends, call.now);
  const events: EventName[] = ['connection.verified'];
  if (old.status !== health.status)
    events.push(connectionIs.working(health.status) ? 'connection.recovered' : 'connection.failed');
  const accountId = (verification.ok && verification.accountId) || old.account_id;
  const change = { account_id: accountId, ...health, last_verified_time: call.now };
  const { view } = await changeConnection(call, old, change, ...events);
  return { integration: view, verification: shownVerification(verification) };
};
