import type { ActCall } from '../../contract/call.ts';
import { findOrganization } from './store.ts';

/** So long an organization that anybody can found sends few mails: nobody makes a sender of mails to the world of new ones. */
export const youngDays = 7;

/** How many mails to contacts an organization may write within 24 hours while it is young. */
export const mailsOfYoungADay = 50;

export const isYoung = async (call: Pick<ActCall, 'db' | 'now'>): Promise<boolean> => {
  const organization = await findOrganization(call.db);
  return (
    organization !== undefined && call.now.getTime() - organization.creation_time.getTime() < youngDays * 86_400_000
  );
};
