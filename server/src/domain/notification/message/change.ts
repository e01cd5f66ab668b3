import { createRowChanger } from '../../../contract/versioned-rows.ts';
import { updateMessageRow } from './store.ts';
import { viewMessage } from './view.ts';

/** Writes a changed message as its next version. */
export const changeMessage = createRowChanger({ type: 'message', view: viewMessage, update: updateMessageRow });
