import { createHash } from 'node:crypto';
import { selectAccount } from '../../../auth/member-store.ts';
import { findMemberships, nameOfPerson } from '../../../auth/members.ts';
import { globalReads } from '../../../auth/store.ts';
import type { EventName } from '../../../contract/events.ts';
import { lockPair } from '../../../db/two-organizations.ts';
import { type ActEnvironment, runAct } from '../../../engine/run-act.ts';
import { encodeId, uuidOf } from '../../../kit/ids.ts';
import { createOrganization } from '../../organization/actions/create-organization.ts';
import { NewOrganization } from '../../organization/schema.ts';
import { acceptByLink, type OpenedLink } from './actions/receive-invitation.ts';
import { acceptEvents } from './events.ts';
import { findFirstAccepted } from './store.ts';

/** A person who accepts, and the new organization for which that is done. */
export type Founding = { token: string; accountId: string; name: string; requestId: string; sourceIp?: string };

export type Accepted = { organizationId: string; partnerId: string };

const emits: readonly EventName[] = ['organization.created', 'partner_invitation.received', ...acceptEvents];

/** Thrown to take back a new organization whose link cannot be used. */
const unusable = new Error('the link cannot be used');

/** The organization that a person founds with a link has one ID, however often that is tried. */
const idFor = (what: string, { token, accountId }: Founding): string => {
  const link = createHash('sha256').update(token).digest('hex');
  return uuidOf(`partner-invitation.${what} ${accountId} ${link}`);
};

/** What an earlier attempt has made, if its response was lost. */
const findMade = async (environment: ActEnvironment, founding: Founding): Promise<Accepted | undefined> => {
  const orgId = idFor('organization', founding);
  const memberships = await findMemberships(globalReads(environment.database), founding.accountId);
  if (!memberships.has(orgId)) return undefined;
  const first = await findFirstAccepted(environment.database.read(orgId));
  if (!first?.relationship_id) return undefined;
  return { organizationId: encodeId('org', orgId), partnerId: encodeId('relation', first.relationship_id) };
};

/**
 * Creates an organization, as `POST /org` does, and accepts for it, in one transaction: none is left without the
 * partnership that it was created for. Repeated by the same person with the same link, it returns the same organization.
 * Undefined if the link cannot be used. Throws a Refusal: 409, 429.
 */
export const foundAndAccept = async (
  environment: ActEnvironment,
  founding: Founding,
  findOpened: () => Promise<OpenedLink | undefined>,
): Promise<Accepted | undefined> => {
  const made = await findMade(environment, founding);
  if (made) return made;
  const opened = await findOpened();
  if (!opened) return findMade(environment, founding);
  const { name, token: _, ...from } = founding;
  const orgId = idFor('organization', founding);
  const account = await selectAccount(globalReads(environment.database), from.accountId);
  const founder = encodeId('user', idFor('founder', founding));
  const actor = { type: 'user', id: founder, name: account ? nameOfPerson(account) : '' } as const;
  const body = NewOrganization.parse({ name });
  const request = { ...from, orgId, actor, action: 'acceptPartnerInvitation', emits };
  try {
    const outcome = await runAct(environment, request, async (call) => {
      await lockPair(call.db, opened.senderOrgId);
      await createOrganization(call, { body });
      const accepted = await acceptByLink(call, opened);
      if (!accepted) throw unusable;
      return accepted.partnerId ?? '';
    });
    return outcome.replayed ? undefined : { organizationId: encodeId('org', orgId), partnerId: outcome.reply };
  } catch (error) {
    // Of two attempts at once, the second finds what the first has made.
    const other = await findMade(environment, founding);
    if (other) return other;
    if (error === unusable) return undefined;
    throw error;
  }
};
