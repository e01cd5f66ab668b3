import type { HttpRequest } from '../../kit/http.ts';
import { change } from '../../kit/simulation.ts';
import { refusal } from '../errors.ts';
import {
  type Org,
  readSettings,
  type SalesforceChange,
  type SalesforceReader,
  type SalesforceSimulation,
  type Session,
} from '../state.ts';

/** The idle timeout of a session, in milliseconds. */
const lifeMs = (reader: SalesforceReader): number => readSettings(reader).sessionMinutes * 60_000;

/** Opens a session of a user, and removes expired ones. */
export const openSession = (tx: SalesforceChange, org: Org, userId: string): Session => {
  for (const old of tx.list('sessions')) if (old.expiresAt <= tx.at) tx.remove('sessions', old.id);
  const id = `${org.id.slice(0, 15)}!AQ${tx.ids.text(46)}.${tx.ids.text(47)}`;
  const session: Session = { id, orgId: org.id, userId, expiresAt: tx.at + lifeMs(tx) };
  tx.put('sessions', session);
  return session;
};

const invalidSession = (): Error =>
  refusal(401, { errorCode: 'INVALID_SESSION_ID', message: 'Session expired or invalid' });

/**
 * The session of a call at an org's host. Using it after half of its lifetime extends it (Salesforce Help, Modify
 * Session Security Settings).
 */
export const authenticate = (simulation: SalesforceSimulation, request: HttpRequest, org: Org | undefined): Session => {
  const header = request.headers.authorization;
  const [, token] = /^(?:Bearer|OAuth) +(\S+)$/i.exec(header ?? '') ?? [];
  if (header !== undefined && token === undefined) {
    throw refusal(401, { errorCode: 'INVALID_AUTH_HEADER', message: 'INVALID_HEADER_TYPE' });
  }
  const session = token === undefined ? undefined : simulation.store.get('sessions', token);
  const now = simulation.clock.now();
  if (!session || !org || session.orgId !== org.id || session.expiresAt <= now) throw invalidSession();
  const life = lifeMs(simulation.store);
  if (session.expiresAt - now > life / 2) return session;
  return change(simulation, (tx) => {
    const prolonged = { ...session, expiresAt: now + life };
    tx.put('sessions', prolonged);
    return prolonged;
  });
};
