import { createRowAdder, createRowChanger } from '../../../contract/versioned-rows.ts';
import { insertCommission, updateCommissionRow } from './store.ts';
import { viewCommission } from './view.ts';

const kind = { type: 'commis', view: viewCommission } as const;

/** Inserts a new commission of the call's organization and records it. */
export const addCommission = createRowAdder({ ...kind, insert: insertCommission });

/** Writes the next version of a commission of the call's organization and records the change. */
export const changeCommission = createRowChanger({ ...kind, update: updateCommissionRow });
