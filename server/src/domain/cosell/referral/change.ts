import { createRowAdder, createRowChanger, viewOf } from '../../../contract/versioned-rows.ts';
import type { Referral } from './referral.ts';
import { insertReferral, updateReferralRow } from './store.ts';
import { viewReferral } from './view.ts';

const view = (orgId: string, row: Referral) => viewReferral(orgId, row);
const kind = { type: 'referral', view } as const;

/** Inserts a new referral and returns its view. */
export const addReferral = viewOf(createRowAdder({ ...kind, insert: insertReferral }));

/** Writes a changed referral as its next version, and returns its row. */
export const changeReferralRow = createRowChanger({ ...kind, update: updateReferralRow });

/** The same, returning its view. */
export const changeReferral = viewOf(changeReferralRow);
