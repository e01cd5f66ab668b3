import { wordOf } from '../lib/words.ts';
import { canTexts as texts } from '../texts/can.ts';
import type { Operation } from './document.ts';
import type { Endpoint } from './endpoints.ts';
import type { Me } from './me.ts';

/** The subject of an act, as far as rules depend on it. */
export type Subject = { status?: string; partner?: string };

const leaders = ['OWNER', 'ADMIN'];

/** The role of a person and its permissions, as far as known. */
export type Permitted = Pick<Me, 'role' | 'permissions'>;

/** Whether the person is an owner or an administrator. */
export const isLeader = ({ role }: Permitted): boolean => leaders.includes(role ?? '');

/** Why the person may not use an endpoint at all; undefined if they may. */
export const whyNotPermitted = ({ permission, caller }: Endpoint, me: Permitted): string | undefined => {
  const { role, permissions } = me;
  if (permissions === undefined) return undefined;
  if (permission !== 'caller' && !permissions.has(permission))
    return texts.withoutPermission(wordOf(role ?? ''), permission);
  if (caller === 'leader' && !isLeader(me)) return texts.onlyLeaders;
  return undefined;
};

/** Why an act is not possible now, in the order in which the API would refuse it; undefined if it is possible. */
export const whyNot = (operation: Operation, me: Me, { status, partner }: Subject = {}): string | undefined => {
  const refused = whyNotPermitted(operation, me);
  if (refused !== undefined) return refused;
  const { allowedFrom, capability } = operation;
  if (partner !== undefined && capability) {
    const told = Object.values(capability).flatMap((one) => one[partner] ?? []);
    if (told.length > 0 && told.every(({ can }) => !can)) return told[0]?.note ?? texts.noSuchAct(wordOf(partner));
  }
  if (allowedFrom && status !== undefined && !allowedFrom.includes(status))
    return texts.otherStatus(wordOf(status), allowedFrom.map(wordOf));
  return undefined;
};
