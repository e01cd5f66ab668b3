import type { ActCall } from '../../contract/call.ts';
import { findOrganization } from './store.ts';

/**
 * For how many days a new organization can send only a few mails. Anyone can create one, so this prevents abuse as a
 * mail sender.
 */
export const newOrganizationDays = 7;

/** To how many addresses a new organization can write mails within 24 hours. */
export const newOrganizationMailsPerDay = 50;

/** The same for any other organization: one mail server sends the mails of all. */
export const mailsPerDay = 10_000;

export const isNewOrganization = async (call: Pick<ActCall, 'db' | 'now'>): Promise<boolean> => {
  const organization = await findOrganization(call.db);
  return (
    organization !== undefined &&
    call.now.getTime() - organization.creation_time.getTime() < newOrganizationDays * 86_400_000
  );
};
