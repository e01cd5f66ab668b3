import type { ReferralDocument } from '../../../adapters/cosell/port.ts';
import type { Reading } from '../mapping/apply-mapping.ts';
import { factNamed, type Mapping, type ReferralFact, valueAt } from '../mapping/mapping.ts';
import type { Referral } from '../referral/referral.ts';
import type { Base, RecordSides } from './merge-record.ts';

/** A record of a CRM as the mapping reads it. `updatedTime`: RFC 3339. */
export type RecordReading = Reading & { recordId: string; url: string | null; updatedTime: string };

/** What both sides of a referral last agreed on. */
export const baseOfReferral = ({ crm_synced, crm_agreed }: Pick<Referral, 'crm_synced' | 'crm_agreed'>): Base => ({
  synced: crm_synced ?? {},
  agreed: crm_agreed ?? {},
});

const facts: Readonly<Record<ReferralFact, (referral: Referral) => string | null | undefined>> = {
  status: ({ status }) => status,
  stage: ({ stage }) => stage,
  externalID: ({ external_id }) => external_id,
  closeReason: ({ close_reason }) => close_reason,
  acceptBy: ({ accept_by }) => accept_by?.toISOString(),
  partnerStatus: ({ partner_view }) => partner_view?.words.status,
  partnerReason: ({ partner_view }) => partner_view?.words.reason,
  partnerComments: ({ partner_view }) => partner_view?.words.comments,
};

/** What a referral says at the target of a mapping: a member of its document, or a fact about it. */
export const saidBy =
  (referral: Referral) =>
  (path: string): unknown => {
    const fact = factNamed(path);
    if (fact === undefined) return valueAt(referral.document, path) ?? undefined;
    return Object.hasOwn(facts, fact) ? (facts[fact as ReferralFact](referral) ?? undefined) : undefined;
  };

const saysThere = (document: ReferralDocument | null, path: string, value: unknown): boolean =>
  JSON.stringify(valueAt(document, path) ?? null) === JSON.stringify(value ?? null);

/** When a member was last changed on this side: by the partner if it has it so, otherwise by a caller. */
const changedTime = (referral: Referral, path: string): Date => {
  const { edited_time: edited, partner_time: partner, creation_time: created } = referral;
  const isPartners = factNamed(path) === undefined && saysThere(referral.synced, path, saidBy(referral)(path));
  return (isPartners ? (partner ?? edited) : edited) ?? created;
};

/** Both sides of a referral and its record. */
export const sidesOf = (
  referral: Referral,
  { fields, conflict_rule: rule }: Pick<Mapping, 'fields' | 'conflict_rule'>,
  { members, updatedTime }: RecordReading,
): RecordSides => ({
  fields,
  saidHere: saidBy(referral),
  members,
  base: baseOfReferral(referral),
  crmWins: (path) =>
    rule === 'NEWEST_WINS' ? new Date(updatedTime) >= changedTime(referral, path) : rule === 'CRM_WINS',
});
