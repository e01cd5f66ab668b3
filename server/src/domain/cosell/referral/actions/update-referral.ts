import { isDeepStrictEqual } from 'node:util';
import type {
  BuyerCompany,
  ClearableMember,
  ReferralDocument,
  ReferralStage,
  UnifiedReferral,
} from '../../../../adapters/cosell/port.ts';
import { clearableMembers, referralStages } from '../../../../adapters/cosell/port.ts';
import { coSellRules } from '../../../../adapters/cosell/rules.ts';
import { crmRecordId } from '../../../../adapters/crm/record-id.ts';
import type { ActCall } from '../../../../contract/call.ts';
import { isSameDocument } from '../../../../contract/reference/same-document.ts';
import { badRequest, type Fault, Refusal } from '../../../../kit/errors.ts';
import { joinWithAnd } from '../../../../kit/join-words.ts';
import { allows, nextStatus } from '../../../../kit/transitions.ts';
import { requireBuyer } from '../../../buyer/actions/require-buyer.ts';
import { lostDocument } from '../closing.ts';
import { noDealValue, readDealValue } from '../deal-value.ts';
import { columnsOf, documentColumns, situationOf } from '../draft.ts';
import { differencesOf } from '../merge.ts';
import { mirrorDeal, movesDeal } from '../mirror.ts';
import { statusColumns } from '../partner-standing.ts';
import { isCoSellPartner, isMovedByHand, type Referral } from '../referral.ts';
import type { UpdateReferral } from '../schema.ts';
import { changeDeal, type Deal, lockCopies } from '../sides.ts';
import {
  callerMoves,
  handMoves,
  type ReferralAct,
  type ReferralStatus,
  referralIs,
  referralTransitions,
} from '../states.ts';
import { viewReferral } from '../view.ts';
import { eventOf, startMoved } from './start-moved.ts';

type Body = UpdateReferral;

const endingStages: Readonly<Partial<Record<ReferralStage, ReferralStatus>>> = { LAUNCHED: 'WON', CLOSED_LOST: 'LOST' };

/** Of another record of the CRM nothing is known yet. */
const unreadRecord = { crm_synced: null, crm_agreed: null, crm_errors: [], crm_waits: false } as const;

const callerMovesTo = (target: ReferralStatus): readonly ReferralAct[] =>
  (callerMoves as Partial<Record<ReferralStatus, readonly ReferralAct[]>>)[target] ?? [];

/** The act that a requested status means. Throws 409 with the statuses from which it is allowed. */
const moveTo = (referral: Referral, target: ReferralStatus): ReferralAct => {
  const possible = callerMovesTo(target).filter((act) => {
    if (act === 'register') return referral.partner === 'DIRECT';
    if (act === 'submit') return isCoSellPartner(referral.partner);
    return isMovedByHand(referral.partner) || !handMoves.includes(act);
  });
  const act = possible.find((one) => allows(referralTransitions, one, referral.status));
  if (act) return act;
  const allowedFrom = [
    ...new Set(possible.flatMap((one) => referralTransitions[one].from as readonly ReferralStatus[])),
  ];
  const possibleWords =
    allowedFrom.length > 0 ? `It is possible from ${allowedFrom.join(', ')}.` : 'Only the partner can do that.';
  const words = referralIs.offered(referral.status)
    ? `${possibleWords} ${referral.partner} offers this deal and waits for an answer: ACCEPTED or REJECTED.`
    : possibleWords;
  throw new Refusal(
    'Conflict',
    `A referral to ${referral.partner} in status ${referral.status} cannot become ${target}. ${words}`,
    {
      status: referral.status,
      allowedFrom,
    },
  );
};

/** Throws 409 with the stages that the partner allows next. */
const checkStage = ({ partner, stage, status }: Referral, next: ReferralStage): void => {
  if (next === stage) return;
  const allowed: readonly ReferralStage[] = isCoSellPartner(partner)
    ? coSellRules[partner].stagesAfter(stage)
    : referralStages;
  if (allowed.includes(next)) return;
  const message = `${partner} does not allow stage ${next} after ${stage}: ${allowed.length > 0 ? `it allows ${allowed.join(', ')}` : 'it is the last'}.`;
  throw new Refusal('Conflict', message, { status, stage, allowed });
};

const changed = <T>(given: T | undefined, before: T): T | undefined =>
  given === undefined || isDeepStrictEqual(given, before) ? undefined : given;

/** The members that a caller changed: those given that differ. Clients send whole objects back. */
const unifiedChange = (old: Referral, body: Body, faults: Fault[]): UnifiedReferral => {
  const change: UnifiedReferral = {};
  const name = changed(body.name, old.name);
  if (name !== undefined) change.name = name;
  const company = changed<BuyerCompany | undefined>(body.buyerCompany as BuyerCompany | undefined, old.buyer_company);
  if (company !== undefined) change.buyerCompany = company;
  if (body.stage !== undefined && body.stage !== old.stage) change.stage = body.stage;
  if (body.dealValue !== undefined && body.dealValue !== null) {
    const value = readDealValue(body.dealValue);
    if (value === null) faults.push(noDealValue);
    else if (value !== old.deal_value) change.dealValue = value;
  }
  if (body.currency && body.currency !== old.currency) change.currency = body.currency;
  if (body.targetCloseDate && body.targetCloseDate !== old.target_close_date)
    change.targetCloseDate = body.targetCloseDate;
  return change;
};

/** What the database has of each member that can be cleared. */
const clearableColumn = {
  dealValue: 'deal_value',
  currency: 'currency',
  targetCloseDate: 'target_close_date',
} as const satisfies Record<ClearableMember, keyof Referral>;

/** A deal between two organizations always has an amount, of which the partner's share is. */
const requiredOfDirect: readonly ClearableMember[] = ['dealValue', 'currency'];

/** The members that a caller clears. */
const clearedBy = (old: Referral, body: Body, faults: Fault[]): readonly ClearableMember[] => {
  const cleared = clearableMembers.filter((member) => body[member] === null && old[clearableColumn[member]] !== null);
  if (isCoSellPartner(old.partner)) return cleared;
  for (const path of cleared.filter((member) => requiredOfDirect.includes(member))) {
    const message = "cannot be cleared: the partner's share is computed from the value of the deal, in its currency";
    faults.push({ path, code: 'required', message });
  }
  return cleared;
};

/** Throws 400 if the partner's document states what was cleared from other members, too. */
const refuseStillStated = ({ partner }: Referral, cleared: readonly ClearableMember[], next: Columns): void => {
  if (!isCoSellPartner(partner)) return;
  const { slot } = coSellRules[partner];
  const faults = cleared
    .filter((member) => next[clearableColumn[member]] !== null)
    .map((path) => ({
      path,
      code: 'stated',
      message: `cannot be cleared: other members of the document state it, too; change info.${slot} itself`,
    }));
  if (faults.length > 0) throw badRequest(faults);
};

type Columns = ReturnType<typeof columnsOf>;

const documentOf = ({ partner }: Referral, { info }: Body, faults: Fault[]): ReferralDocument | undefined => {
  if (!info) return undefined;
  const slot = isCoSellPartner(partner) ? coSellRules[partner].slot : 'direct';
  const { [slot]: document, ...others } = info as Record<string, ReferralDocument | undefined>;
  for (const name of Object.keys(others)) {
    faults.push({ path: `info.${name}`, code: 'unexpected', message: `belongs to another partner; use info.${slot}` });
  }
  return document;
};

/** The document with the changes of a caller, and its columns. DIRECT deals have no partner's document to write them into. */
const applyChange = (
  old: Referral,
  document: ReferralDocument,
  { change, cleared }: { change: UnifiedReferral; cleared: readonly ClearableMember[] },
) => {
  if (!isCoSellPartner(old.partner)) {
    const columns = columnsOf({
      name: old.name,
      buyerCompany: old.buyer_company,
      stage: old.stage,
      ...(old.deal_value === null ? {} : { dealValue: old.deal_value }),
      ...(old.currency === null ? {} : { currency: old.currency }),
      ...(old.target_close_date === null || cleared.includes('targetCloseDate')
        ? {}
        : { targetCloseDate: old.target_close_date }),
      ...change,
    });
    return { document, ...columns };
  }
  const rules = coSellRules[old.partner];
  const without = cleared.length === 0 ? document : rules.clear(document, cleared);
  const written = Object.keys(change).length === 0 ? without : rules.write(without, change);
  return { document: written, ...documentColumns(old.partner, written, change.stage ?? old.stage) };
};

/** Everything that the partner would find wrong with the document as it will be sent. */
const checkDocument = (old: Referral, document: ReferralDocument, act: ReferralAct | undefined, now: Date): Fault[] => {
  if (!isCoSellPartner(old.partner)) return [];
  if (referralIs.draft(old.status) && act !== 'submit') return [];
  const { check, slot } = coSellRules[old.partner];
  const situation = situationOf(old, now, act);
  return check(document, situation).map(({ path, ...fault }) => ({
    ...fault,
    path: `info.${slot}${path && `.${path}`}`,
  }));
};

/** A stage that ends an accepted deal is its end. */
const endOf = (old: Referral, { stage }: Body): ReferralStatus | undefined =>
  stage !== undefined &&
  stage !== old.stage &&
  isCoSellPartner(old.partner) &&
  allows(referralTransitions, 'win', old.status)
    ? endingStages[stage]
    : undefined;

/** Throws 400 unless the partner takes the reason for which a deal is lost. */
const checkReason = ({ partner }: Referral, reason: string | undefined): void => {
  if (!isCoSellPartner(partner)) return;
  const { lostReasons } = coSellRules[partner];
  if (lostReasons.length === 0 || (reason !== undefined && lostReasons.includes(reason))) return;
  const message = `${partner} requires a reason: one of ${lostReasons.join(', ')}`;
  throw badRequest([{ path: 'closeReason', code: 'choice', message }]);
};

/** The document of a lost deal with another reason, if the partner has a code for it. Throws 400 for one of our own codes. */
const withReason = (old: Referral, document: ReferralDocument, reason: string | undefined): ReferralDocument => {
  if (!isCoSellPartner(old.partner)) return document;
  const { close, lostReasons, unify } = coSellRules[old.partner];
  if (lostReasons.length === 0) return document;
  checkReason(old, reason);
  // A partner that could not be notified yet gets the new reason later.
  return unify(document).stage === 'CLOSED_LOST' ? close(document, 'LOST', reason) : document;
};

/** The document that closes the deal, in the partner's words, as soon as the partner takes that. */
const closeDocument = (
  old: Referral,
  document: ReferralDocument,
  act: ReferralAct | undefined,
  reason: string | undefined,
): ReferralDocument => {
  if (!isCoSellPartner(old.partner) || (act !== 'win' && act !== 'lose')) return document;
  if (act === 'win') return coSellRules[old.partner].close(document, 'WON', reason);
  checkReason(old, reason);
  const { partner } = old;
  const standing = isMovedByHand(partner) ? null : old.partner_standing;
  const closed = lostDocument({ partner, document, close_reason: reason ?? null }, standing);
  return closed === null || referralIs.beingMade(old.status) ? document : closed;
};

/** What each side of a deal between two organizations changes on its own copy alone. */
const ownMembers = ['metaInfo', 'approvalInfo', 'crm', 'buyerID', 'info.direct'] as const;

/** Throws 403 if the partner of a deal between two organizations changes what belongs to both. */
const refuseSharedChange = (
  { side, own: { referral } }: Deal,
  {
    change,
    cleared,
    body,
    target,
  }: {
    change: UnifiedReferral;
    cleared: readonly ClearableMember[];
    body: Body;
    target: ReferralStatus | undefined;
  },
): void => {
  const members = [
    ...Object.keys(change),
    ...cleared,
    ...(target === undefined || callerMovesTo(target).includes('archive') ? [] : ['status']),
    ...(changed(body.closeReason, referral.close_reason) === undefined ? [] : ['closeReason']),
  ];
  if (side === 'SELLER' || members.length === 0) return;
  const message = `Only the seller of a deal changes ${joinWithAnd(members)}. Its partner may change ${joinWithAnd(ownMembers)}, and put its copy away (status ARCHIVED).`;
  throw new Refusal('Forbidden', message, { side, members, allowed: [...ownMembers, 'status ARCHIVED'] });
};

/**
 * Changes a referral: its members, stage and status. What concerns the partner is checked by its rules first (400, 409), then
 * sent by a run; `sync` shows whether it has been. Accepting and declining what a partner offers are done by a run, too. A
 * deal between two organizations changes on both sides at once; only its seller changes what belongs to both (403).
 */
export const updateReferral = async (
  call: ActCall,
  { params, body }: { params: { referralId: string }; body: Body },
) => {
  const { own: old, deal } = await lockCopies(call, params.referralId);
  const faults: Fault[] = [];
  const target = body.status !== undefined && body.status !== old.status ? body.status : endOf(old, body);
  const change = unifiedChange(old, body, faults);
  const cleared = clearedBy(old, body, faults);
  if (deal) refuseSharedChange(deal, { change, cleared, body, target });
  const act = target && moveTo(old, target);
  if (act === 'win') checkStage(old, 'LAUNCHED');
  const given = documentOf(old, body, faults);
  if (body.buyerID) await requireBuyer(call.db, body.buyerID);
  if (faults.length > 0) throw badRequest(faults);
  if (change.stage) checkStage(old, change.stage);
  const reason = body.closeReason ?? undefined;
  const written = applyChange(old, given ?? old.document, { change, cleared });
  const isOtherReason =
    !act && referralIs.lost(old.status) && changed(body.closeReason, old.close_reason) !== undefined;
  const document = isOtherReason
    ? withReason(old, written.document, reason)
    : closeDocument(old, written.document, act, reason);
  const columns = isCoSellPartner(old.partner) ? documentColumns(old.partner, document, written.stage) : written;
  const isOtherDocument = differencesOf(old.document, document).length > 0;
  refuseStillStated(old, cleared, columns);
  const isOtherDeal = deal !== null && Object.keys(change).length + cleared.length > 0;
  const isOther = isOtherDocument || isOtherDeal;
  if (isOther && !act) nextStatus('Referral', referralTransitions, 'change', old);
  // An archived referral can no longer be changed: nobody would be notified.
  if (isOther && act === 'archive') nextStatus('Referral', referralTransitions, 'change', { status: 'ARCHIVED' });
  const found = isOtherDocument || act === 'submit' ? checkDocument(old, document, act, call.now) : [];
  if (found.length > 0) throw badRequest(found);
  const status = act ? nextStatus('Referral', referralTransitions, act, old) : old.status;
  const { document: _written, ...shared } = { ...columns, document };
  const next: Referral = {
    ...old,
    ...shared,
    document,
    ...statusColumns(
      { ...old, close_reason: body.closeReason === undefined ? old.close_reason : body.closeReason },
      status,
      call.now,
    ),
    ...(act === 'decline' ? { close_reason: reason ?? null } : {}),
    ...(body.buyerID === undefined ? {} : { buyer_id: body.buyerID }),
    ...(body.crm === undefined
      ? {}
      : {
          crm_system: body.crm?.system ?? null,
          crm_record_id: body.crm ? crmRecordId(body.crm.system, body.crm.recordId) : null,
          crm_url: body.crm && body.crm.url === undefined ? old.crm_url : (body.crm?.url ?? null),
          ...((body.crm && crmRecordId(body.crm.system, body.crm.recordId)) === old.crm_record_id
            ? {}
            : { crm_claim: false, ...unreadRecord }),
        }),
    ...(body.metaInfo === undefined ? {} : { meta_info: body.metaInfo ?? {} }),
    ...(body.approvalInfo === undefined ? {} : { approval_info: body.approvalInfo }),
    ...(isOtherDocument ? { edited_time: call.now } : {}),
    ...(isOtherDocument || act ? { sync_errors: [] } : {}),
  };
  if (!act && isSameDocument(viewReferral(call.orgId, next), viewReferral(call.orgId, old))) {
    return viewReferral(call.orgId, old, deal?.own.commission);
  }
  if (!deal) return startMoved(call, old, next, act);
  const isShared = isOtherDeal || movesDeal(act) || next.close_reason !== old.close_reason;
  return changeDeal(call, deal, {
    own: next,
    ...(isShared && mirrorDeal(call, deal, { next, act })),
    events: [eventOf(act)],
  });
};
