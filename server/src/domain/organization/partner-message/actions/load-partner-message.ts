import type { OrgDb } from '../../../../db/org-db.ts';
import { stepFailed } from '../../../../engine/workflow.ts';
import type { PartnerMessage } from '../partner-message.ts';
import { findPartnerMessage } from '../store.ts';

/** Loads the partner message of a run. Throws if there is none. */
export const loadPartnerMessage = async (db: OrgDb, messageId: string): Promise<PartnerMessage> => {
  const message = await findPartnerMessage(db, messageId);
  if (!message) throw stepFailed('NotFound', 'No such message.');
  return message;
};
