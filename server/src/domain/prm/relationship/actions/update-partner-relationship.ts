import type { z } from 'zod';
import type { ActCall } from '../../../../contract/call.ts';
import type { EventName } from '../../../../contract/events.ts';
import { lockPair } from '../../../../db/two-organizations.ts';
import { badRequest, Refusal, requireFound } from '../../../../kit/errors.ts';
import { nextStatus } from '../../../../kit/transitions.ts';
import { findPeople } from '../../../organization/actions/find-people.ts';
import { changeRelationship } from '../change-relationship.ts';
import { type CompanyProfile, noProfile, type Relationship } from '../relationship.ts';
import type { UpdatePartnerRelationship } from '../schema.ts';
import { showRelationship } from '../show-relationships.ts';
import { relationshipTransitions } from '../states.ts';
import { findRelationship, lockRelationship, lockRelationshipOfPair } from '../store.ts';

type Body = z.output<typeof UpdatePartnerRelationship>;
type Input = { params: { partnerId: string }; body: Body };
type Wanted = NonNullable<Body['status']>;

const readManager = async (call: ActCall, { partnerManager }: Body, old: Relationship): Promise<string | null> => {
  if (partnerManager === undefined) return old.manager_id;
  if (partnerManager === null) return null;
  const { userId } = partnerManager;
  if (userId === old.manager_id) return userId;
  if ((await findPeople(call.db, [userId])).get(userId)?.isActive) return userId;
  throw badRequest([
    { path: 'partnerManager.userId', code: 'not_found', message: 'must be an active user of this organization' },
  ]);
};

/** Absent members stay, null clears. */
const readCompany = ({ company = {} }: Body, old: Relationship): Pick<Relationship, 'company' | 'company_name'> => {
  const { name, ...given } = company;
  const known = Object.entries(given).filter(([, value]) => value !== undefined);
  const profile = Object.fromEntries(
    known.map(([key, value]) => [key, value ?? noProfile[key as keyof CompanyProfile]]),
  );
  return { company_name: name ?? old.company_name, company: { ...old.company, ...profile } };
};

type NextStatus = Pick<Relationship, 'ended' | 'status'>;

/** What each status asks for: to end the partnership for this side, or not to. */
const wishes: Readonly<Record<Wanted, { act: keyof typeof relationshipTransitions; ends: boolean }>> = {
  INVITED: { act: 'the status INVITED', ends: false },
  ACTIVE: { act: 'the status ACTIVE', ends: false },
  INACTIVE: { act: 'the status INACTIVE', ends: true },
};

/** What this side's wish makes of the partnership: it is in force while neither side has ended it. */
const nextStatusFor = (old: Relationship, wanted: Wanted): NextStatus => {
  const { ended, partner_ended: partnerEnded, status } = old;
  const { act, ends } = wishes[wanted];
  if (wanted === status) return { ended: ended || (ends && partnerEnded), status };
  const next = nextStatus('Partner relationship', relationshipTransitions, act, old);
  if (ends) return { ended: true, status: next };
  if (old.partner_org_id === null) {
    const message = 'No organization has accepted an invitation of this partner yet; invite it again.';
    throw new Refusal('Conflict', message, { status });
  }
  if (!ended) {
    const message = 'The partner has ended the partnership: the partner can resume it, or accept a new invitation.';
    throw new Refusal('Conflict', message, { status });
  }
  return { ended: false, status: partnerEnded ? status : next };
};

const isSame = (left: object, right: object): boolean => JSON.stringify(left) === JSON.stringify(right);

const events: Readonly<Record<Relationship['status'], EventName>> = {
  INVITED: 'partner_relationship.updated',
  ACTIVE: 'partner_relationship.resumed',
  INACTIVE: 'partner_relationship.ended',
};

const eventsOf = (old: Relationship, { status }: NextStatus, isEdited: boolean): EventName[] => {
  if (status === old.status) return ['partner_relationship.updated'];
  return isEdited ? [events[status], 'partner_relationship.updated'] : [events[status]];
};

/** Locks the row; with a status first the pair, because the other side's row follows. */
const lockForUpdate = async (call: ActCall, id: string, withStatus: boolean): Promise<Relationship> => {
  const seen = requireFound(await findRelationship(call.db, id), 'partner relationship');
  if (withStatus && seen.partner_org_id !== null) await lockPair(call.db, seen.partner_org_id);
  return requireFound(await lockRelationship(call.db, id), 'partner relationship');
};

/**
 * Changes what this organization keeps of a partner. The status is that of the partnership, so both sides change with it:
 * either side can end it, and only a side that has ended it can resume it.
 */
export const updatePartnerRelationship = async (call: ActCall, { params, body }: Input) => {
  const old = await lockForUpdate(call, params.partnerId, body.status !== undefined);
  call.checkVersion(old.version);
  const edited = {
    ...readCompany(body, old),
    relationship: body.relationship ?? old.relationship,
    engagement_type: body.engagementType ?? old.engagement_type,
    manager_id: await readManager(call, body, old),
    tags: body.tags === undefined ? old.tags : [...new Set(body.tags ?? [])],
  };
  const moved = body.status === undefined ? { ended: old.ended, status: old.status } : nextStatusFor(old, body.status);
  const kept = Object.fromEntries(Object.keys(edited).map((key) => [key, old[key as keyof Relationship]]));
  const isEdited = !isSame(edited, kept);
  const isMoved = moved.ended !== old.ended || moved.status !== old.status;
  if (!isEdited && !isMoved) {
    call.setVersion(old.version);
    return showRelationship(call, old);
  }
  const { row } = await changeRelationship(call, old, { ...edited, ...moved }, ...eventsOf(old, moved, isEdited));
  if (isMoved && row.partner_org_id !== null) {
    await call.inOrganization(row.partner_org_id, async (there) => {
      const other = await lockRelationshipOfPair(there.db, row.pair_id);
      if (!other) return;
      const { ended, status } = row;
      await changeRelationship(there, other, { partner_ended: ended, status }, ...eventsOf(other, row, false));
    });
  }
  return showRelationship(call, row);
};
