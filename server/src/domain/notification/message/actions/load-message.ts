import type { OrgDb } from '../../../../db/org-db.ts';
import { allows } from '../../../../kit/transitions.ts';
import type { Message } from '../message.ts';
import { messageTransitions } from '../states.ts';
import { findMessage } from '../store.ts';

/** A mail that may be sent now; undefined if it was sent or must no longer be sent. */
export const loadMessageToSend = async (db: OrgDb, messageId: string): Promise<Message | undefined> => {
  const message = await findMessage(db, messageId);
  return message && allows(messageTransitions, 'taken', message.status) ? message : undefined;
};
