import type { z } from 'zod';
import { isThrottled } from '../../../../adapters/call-health.ts';
import type { Verification } from '../../../../adapters/desk.ts';
import type { ActCall, AskCall } from '../../../../contract/call.ts';
import type { EventName } from '../../../../contract/events.ts';
import { notFound, Refusal } from '../../../../kit/errors.ts';
import { healthAfter, type ShownEnds, verifiedEnds } from '../../connection/health.ts';
import { updateConnectionRow } from '../../connection/store.ts';
import { openIntegration } from '../access.ts';
import type { Integration } from '../integration.ts';
import type { VerifiedIntegration } from '../schema.ts';
import { findIntegration, lockIntegration } from '../store.ts';
import { viewIntegration } from '../view.ts';

type Input = { params: { integrationId: string } };

/** What was asked, to see that it is still what is connected. */
type Asked = { verification: Verification; sealed: string; addresses: string };

const addressesOf = ({ endpoint, endpoints }: Integration): string =>
  JSON.stringify([endpoint, Object.entries(endpoints).sort()]);

export const askPartner = async (call: AskCall, { params }: Input): Promise<Asked> => {
  const integration = await findIntegration(call.db, params.integrationId);
  if (!integration) throw notFound('integration');
  const verification = await call.desk.verify(openIntegration(call.secretKeys, integration), call.signal);
  return { verification, sealed: integration.credentials_sealed, addresses: addressesOf(integration) };
};

/** Credentials of another account work, and are wrong all the same. */
const compared = (integration: Integration, verification: Verification): Verification => {
  if (!verification.ok || verification.accountId === null || integration.account_id === '') return verification;
  if (verification.accountId === integration.account_id) return verification;
  const message = `The credentials belong to ${verification.accountId}, not to ${integration.account_id}.`;
  return { ok: false, code: 'ACCOUNT_MISMATCH', message, partnerMessage: null };
};

const failureOf = ({ code, message, partnerMessage }: Extract<Verification, { ok: false }>) => ({
  code,
  message,
  ...(partnerMessage === null ? {} : { partnerMessage }),
});

const told = (verification: Verification): z.input<typeof VerifiedIntegration>['verification'] => {
  if (!verification.ok) return { ok: false, ...failureOf(verification) };
  const { accountId, detail } = verification;
  return { ok: true, ...(accountId === null ? {} : { accountId }), message: detail };
};

/** Writes down what the partner said. What cannot be verified, or not now, is answered so and stays as it is. */
export const recordVerification = async (call: ActCall, { params, answer }: Input & { answer: Asked }) => {
  const old = await lockIntegration(call.db, params.integrationId);
  if (!old) throw notFound('integration');
  call.checkVersion(old.version);
  if (old.credentials_sealed !== answer.sealed || addressesOf(old) !== answer.addresses)
    throw new Refusal('Conflict', 'The integration was changed while the partner was asked; verify it again.');
  const verification = compared(old, answer.verification);
  if (!verification.ok && (verification.code === 'NOT_SUPPORTED' || isThrottled(verification.code))) {
    call.setVersion(old.version);
    return { integration: viewIntegration(old), verification: told(verification) };
  }
  const ends: ShownEnds = verification.ok ? verifiedEnds() : new Map([['VERIFICATION', failureOf(verification)]]);
  const integration: Integration = {
    ...old,
    account_id: (verification.ok && verification.accountId) || old.account_id,
    ...healthAfter(old, ends, call.now),
    last_verified_time: call.now,
    last_update_time: call.now,
    version: old.version + 1,
  };
  await updateConnectionRow(call.db, integration);
  const view = viewIntegration(integration);
  call.setVersion(integration.version);
  call.changed({ type: 'conn', id: view.id, before: viewIntegration(old), after: view });
  const emit = (name: EventName): void =>
    call.emit({ name, entityType: 'conn', entityId: view.id, version: integration.version, payload: view });
  emit('connection.verified');
  if (old.status !== integration.status)
    emit(integration.status === 'CONNECTED' ? 'connection.recovered' : 'connection.failed');
  return { integration: view, verification: told(verification) };
};
