import { createRowAdder, createRowChanger } from '../../contract/versioned-rows.ts';
import { insertInvoice, updateInvoiceRow } from './store.ts';
import { viewInvoice } from './view.ts';

const kind = { type: 'invoice', view: viewInvoice } as const;

export const addInvoice = createRowAdder({ ...kind, insert: insertInvoice });

/** Writes a changed invoice as its next version. */
export const changeInvoice = createRowChanger({ ...kind, update: updateInvoiceRow });
