import type { ActCall } from '../../contract/call.ts';
import { findOrganization } from './store.ts';

/**
 * For how many days a new organization can send only a few mails. Anyone can create one, so this prevents abuse as a
 * mail sender.
 */
export const youngDays = 7;

/** Maximum number of mails to contacts that a new organization can create within 24 hours. */
export const mailsOfYoungADay = 50;

export const isYoung = async (call: Pick<ActCall, 'db' | 'now'>): Promise<boolean> => {
  const organization = await findOrganization(call.db);
  return (
    organization !== undefined && call.now.getTime() - organization.creation_time.getTime() < youngDays * 86_400_000
  );
};
