import type { OrgDb } from '../../../../db/org-db.ts';
import { allows } from '../../../../kit/transitions.ts';
import type { Message } from '../message.ts';
import { messageTransitions } from '../states.ts';
import { findMessage } from '../store.ts';

/** A mail that may be handed over now; undefined: it was, or it is not to be sent any more. */
export const loadMessageToSend = async (db: OrgDb, messageId: string): Promise<Message | undefined> => {
  const message = await findMessage(db, messageId);
  return message && allows(messageTransitions, 'taken', message.status) ? message : undefined;
};
