import type {
  BuyerCompany,
  CoSellPartner,
  DocumentFault,
  ReferralDocument,
  ReferralStage,
  Situation,
  UnifiedReferral,
} from '../../../adapters/cosell/port.ts';
import { coSellRules } from '../../../adapters/cosell/rules.ts';
import type { CrmSystem } from '../../../adapters/crm/port.ts';
import { crmRecordId } from '../../../adapters/crm/record-id.ts';
import type { ActCall } from '../../../contract/call.ts';
import { cutText } from '../../../kit/cut-text.ts';
import type { Fault } from '../../../kit/errors.ts';
import { isRawNumber } from '../../../kit/json.ts';
import { valueAt } from '../mapping/mapping.ts';
import type { MappedRecord } from '../preview/map-records.ts';
import { isMovedByHand, type Referral } from './referral.ts';
import type { ReferralDraft } from './schema.ts';
import { type ReferralAct, referralIs } from './states.ts';

/** YYYY-MM-DD in UTC. */
const dayOf = (time: Date): string => time.toISOString().slice(0, 10);

/** The CRM record that a draft names. */
export type CrmReference = { system: CrmSystem; recordId: string };

/** A draft as it was understood: its partner's document, and what it is made from. */
export type ReadDraft = {
  partner: CoSellPartner;
  document: ReferralDocument;
  crm: CrmReference | null;
  /** What the CRM states; null: it was not read. */
  mapped: MappedRecord | null;
  /** What cannot be made from the CRM record, and the caller did not give. */
  mappingErrors: readonly DocumentFault[];
};

/** What was read of the CRM record of a draft; null: its CRM is not connected. `notThere`: the CRM has no such record. */
export type ReadRecord = MappedRecord | 'notThere' | null;

/** The CRM record that a draft names; null: none, or several. */
export const crmOf = ({
  salesforceOpportunityId,
  hubspotDealId,
}: Pick<ReferralDraft, 'salesforceOpportunityId' | 'hubspotDealId'>): CrmReference | null => {
  if (salesforceOpportunityId && hubspotDealId) return null;
  if (salesforceOpportunityId)
    return { system: 'SALESFORCE', recordId: crmRecordId('SALESFORCE', salesforceOpportunityId) };
  return hubspotDealId ? { system: 'HUBSPOT', recordId: hubspotDealId } : null;
};

const isMembers = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !isRawNumber(value);

/** What a caller gave, over what the CRM states. A list is given as a whole. */
const given = (mapped: unknown, own: unknown): unknown => {
  if (!isMembers(mapped) || !isMembers(own)) return own;
  const names = [...new Set([...Object.keys(mapped), ...Object.keys(own)])];
  return Object.fromEntries(
    names.map((name) => [name, Object.hasOwn(own, name) ? given(mapped[name], own[name]) : mapped[name]]),
  );
};

const ownOf = (document: ReferralDocument | undefined, record: ReadRecord): ReferralDocument | undefined =>
  record === null || record === 'notThere' ? document : (given(record.document, document ?? {}) as ReferralDocument);

/**
 * Finds the document of a draft, or the faults of its envelope: it has exactly the member of its partner, and one CRM record.
 * `record`: the values of the CRM, used where the draft has none.
 */
export const readDraft = (
  draft: ReferralDraft,
  record: ReadRecord = null,
): { draft: ReadDraft } | { faults: Fault[] } => {
  const { slot } = coSellRules[draft.partner];
  const { [slot]: own, ...others } = draft.info;
  const document = ownOf(own, record);
  const faults: Fault[] = Object.keys(others).map((name) => ({
    path: `info.${name}`,
    code: 'unexpected',
    message: `belongs to another partner; a referral to ${draft.partner} has only info.${slot}`,
  }));
  if (record === 'notThere') {
    faults.push({
      path: draft.hubspotDealId ? 'hubspotDealId' : 'salesforceOpportunityId',
      code: 'notFound',
      message: 'the connected CRM has no such record, or does not show it to the user of the connection',
    });
  }
  if (!document) {
    faults.push({
      path: `info.${slot}`,
      code: 'required',
      message: `is missing; it holds the deal for ${draft.partner}`,
    });
  }
  if (draft.salesforceOpportunityId && draft.hubspotDealId) {
    faults.push({
      path: 'hubspotDealId',
      code: 'unexpected',
      message: 'a referral belongs to one CRM record; leave out this or salesforceOpportunityId',
    });
  }
  if (!document || faults.length > 0) return { faults };
  const mapped = record === 'notThere' ? null : record;
  const mappingErrors = (mapped?.errors ?? []).filter(({ path }) => valueAt(own, path) === undefined);
  return { draft: { partner: draft.partner, document, crm: crmOf(draft), mapped, mappingErrors } };
};

/** Everything that the partner would find wrong with a document that is submitted, with its path in the request. */
export const checkSubmission = (partner: CoSellPartner, document: ReferralDocument, now: Date): Fault[] => {
  const { check, slot } = coSellRules[partner];
  return check(document, { act: 'SUBMIT', today: dayOf(now) }).map(({ path, ...fault }) => ({
    ...fault,
    path: path === '' ? `info.${slot}` : `info.${slot}.${path}`,
  }));
};

/** How much of a referral's document may be changed now; `act`: by which act of a caller. */
export const situationOf = (
  {
    partner,
    status,
    document,
    synced,
    partner_standing: standing,
  }: Pick<Referral, 'partner' | 'status' | 'document' | 'synced' | 'partner_standing'>,
  now: Date,
  act?: ReferralAct,
): Situation => {
  // A partner without an interface has what was handed over.
  const before = synced ?? (referralIs.handedOver(status) ? document : null);
  if (act === 'submit' || before === null) return { act: 'SUBMIT', today: dayOf(now) };
  const isByHand = act !== undefined && isMovedByHand(partner);
  return { act: 'UPDATE', today: dayOf(now), before, ...(standing === null || isByHand ? {} : { standing }) };
};

/** The same for a document that is made from a CRM record: also what could not be made. */
export const checkDraft = (
  { partner, document, mappingErrors }: Pick<ReadDraft, 'partner' | 'document' | 'mappingErrors'>,
  now: Date,
): Fault[] => {
  const { slot } = coSellRules[partner];
  const unmapped = mappingErrors.map(({ path, ...fault }) => ({ ...fault, path: `info.${slot}.${path}` }));
  const paths = new Set(unmapped.map(({ path }) => path));
  return [...unmapped, ...checkSubmission(partner, document, now).filter(({ path }) => !paths.has(path))];
};

/** Longer names than partners take; the columns are indexed, and the document keeps the whole one. */
const nameMax = 255;

const currencyOf = ({ currency }: UnifiedReferral): string | null =>
  currency !== undefined && /^[A-Z]{3}$/.test(currency) ? currency : null;

const companyOf = ({ buyerCompany: { name = '', ...company } = {} }: UnifiedReferral): BuyerCompany => ({
  name: cutText(name, nameMax),
  ...company,
});

/** The unified columns of a deal. A currency that is no code of ISO 4217 is only in the document. */
export const columnsOf = (unified: UnifiedReferral) => ({
  name: cutText(unified.name ?? '', nameMax),
  buyer_company: companyOf(unified),
  stage: unified.stage ?? ('PROSPECT' as const),
  deal_value: unified.dealValue ?? null,
  currency: currencyOf(unified),
  target_close_date: unified.targetCloseDate ?? null,
});

/**
 * The unified columns of a partner's document. Partners do not have a code for every stage: ours is kept as long as the document is what it
 * would be for ours.
 */
export const documentColumns = (partner: CoSellPartner, document: ReferralDocument, ours: ReferralStage) => {
  const { unify, write } = coSellRules[partner];
  const unified = unify(document);
  const isOurs = unify(write(document, { stage: ours })).stage === unified.stage;
  return columnsOf(isOurs ? { ...unified, stage: ours } : unified);
};

type Beginning = Pick<Referral, 'partner' | 'direction' | 'status' | 'document'> &
  Partial<Referral> & { unified: UnifiedReferral };

/** A referral that begins now. */
export const newReferral = (
  call: Pick<ActCall, 'newId' | 'now' | 'actor'>,
  { unified, ...given }: Beginning,
): Referral => ({
  id: call.newId(),
  status_before: null,
  external_id: null,
  buyer_id: null,
  crm_system: null,
  crm_record_id: null,
  crm_url: null,
  crm_claim: false,
  crm_synced: null,
  crm_agreed: null,
  crm_errors: [],
  crm_waits: false,
  crm_turn: 0,
  crm_writer: null,
  synced: null,
  edited_time: null,
  partner_version: null,
  partner_time: null,
  partner_standing: null,
  partner_view: null,
  accept_by: null,
  close_reason: null,
  closed_time: null,
  sync_status: 'IN_SYNC',
  sync_success_time: null,
  sync_attempt_time: null,
  sync_errors: [],
  pair_id: null,
  relationship_id: null,
  partner_org_id: null,
  revenue_share: null,
  partner_note: null,
  commission_id: null,
  meta_info: {},
  approval_info: null,
  created_by: call.actor.id,
  last_updated_by: call.actor.id,
  creation_time: call.now,
  last_update_time: call.now,
  version: 1,
  ...columnsOf(unified),
  ...given,
});
