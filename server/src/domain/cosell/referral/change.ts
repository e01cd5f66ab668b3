import { createRowAdder, createRowChanger, viewOf } from '../../../contract/versioned-rows.ts';
import { insertReferral, updateReferralRow } from './store.ts';
import { viewReferral } from './view.ts';

const kind = { type: 'referral', view: viewReferral } as const;

/** Inserts a new referral and returns its view. */
export const addReferral = viewOf(createRowAdder({ ...kind, insert: insertReferral }));

/** Writes a changed referral as its next version, and returns its view. */
export const changeReferral = viewOf(createRowChanger({ ...kind, update: updateReferralRow }));
