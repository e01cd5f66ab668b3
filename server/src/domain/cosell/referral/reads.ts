import type { z } from 'zod';
import { coSellRules } from '../../../adapters/cosell/rules.ts';
import type { ReadCall } from '../../../contract/call.ts';
import { pagedReply, readQueryPage, setPageHeaders } from '../../../contract/page.ts';
import { asksFor } from '../../../contract/query/asks-for.ts';
import { shortenPage } from '../../../contract/query/select-page.ts';
import { badRequest, requireFound } from '../../../kit/errors.ts';
import { checkSubmission, readDraft } from './draft.ts';
import { type ReferralQueryParams, referralFields } from './fields.ts';
import type { PredictQualityScore, ReferralDraft } from './schema.ts';
import { showReferral, showReferrals } from './show-referrals.ts';
import { findReferral, selectReferrals } from './store.ts';

export const getReferral = async (call: ReadCall, { params }: { params: { referralId: string } }) => {
  const referral = requireFound(await findReferral(call.db, params.referralId), 'referral');
  call.setVersion(referral.version);
  return showReferral(call, referral);
};

export const listReferrals = async (call: ReadCall, { query }: { query: z.output<typeof ReferralQueryParams> }) => {
  const page = readQueryPage(call, query, referralFields);
  const selected = await selectReferrals(call.db, page, {
    withArchived: asksFor(page.query, 'status', 'ARCHIVED'),
  });
  const shown = await showReferrals(call, selected.rows);
  const shortened = shortenPage(page, selected, shown.length);
  setPageHeaders(call, page, shortened);
  return pagedReply(page, shown, shortened.total);
};

/** Every fault that the partner would find in a draft, with its path and how to mend it. Asks no partner. */
export const validateReferral = async (call: ReadCall, { body }: { body: ReferralDraft }) => {
  const read = readDraft(body);
  const errors = 'faults' in read ? read.faults : checkSubmission(read.draft.partner, read.draft.document, call.now);
  return { valid: errors.length === 0, errors };
};

/** The quality of a draft by the partner's table of factors: the points of all, of 100. */
export const predictReferralQualityScore = async (
  _call: ReadCall,
  { body }: { body: z.output<typeof PredictQualityScore> },
) => {
  const read = readDraft(body.referral);
  if ('faults' in read) throw badRequest(read.faults.map((fault) => ({ ...fault, path: `referral.${fault.path}` })));
  const { partner, document } = read.draft;
  const factors = coSellRules[partner].quality.map(({ name, maxPoints, points, advice }) => ({
    name,
    points: points(document),
    maxPoints,
    advice,
  }));
  return { score: factors.reduce((sum, { points }) => sum + points, 0), factors };
};
