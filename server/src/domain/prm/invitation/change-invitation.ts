import { createRowAdder, createRowChanger } from '../../../contract/versioned-rows.ts';
import { insertInvitation, updateInvitationRow } from './store.ts';
import { viewInvitation as view } from './view.ts';

/** Inserts an invitation of the call's organization and records it. */
export const addInvitation = createRowAdder({ type: 'invite', view, insert: insertInvitation });

/** Writes the next version of an invitation of the call's organization and records the change. */
export const changeInvitation = createRowChanger({ type: 'invite', view, update: updateInvitationRow });
