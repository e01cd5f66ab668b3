import type { ActCall } from '../../../contract/call.ts';
import type { WorkflowName } from '../../../contract/workflow-inputs.ts';
import { Refusal } from '../../../kit/errors.ts';
import { isNewOrganization, newOrganizationDays } from '../mail-limits.ts';
import { countRunsSince, lockOrganization } from '../store.ts';

export type LinkLimits = {
  /** Links that can still be opened. */
  open: number;
  openOfYoung: number;
  /** Links sent within 24 hours, whatever their outcome. */
  aDay: number;
  aDayOfYoung: number;
};

type Sending = {
  /** The run that sends one link. */
  workflow: WorkflowName;
  noun: string;
  limits: LinkLimits;
  countOpen: (most: number) => Promise<number>;
};

const dayMs = 86_400_000;

/**
 * Refuses one more open link (409), and one more within 24 hours (429), so that no organization, least of all a new one, is
 * used to send mail to strangers. Serializes such acts of the organization.
 */
export const checkLinksLeft = async (call: ActCall, { workflow, noun, limits, countOpen }: Sending): Promise<void> => {
  await lockOrganization(call.db);
  const young = await isNewOrganization(call);
  const later = young ? ` in its first ${newOrganizationDays} days` : '';
  const most = young ? limits.openOfYoung : limits.open;
  const open = await countOpen(most);
  if (open >= most) {
    const message = `${open} ${noun} are open; an organization may have ${most}${later}.`;
    throw new Refusal('Conflict', message, { limit: most, used: open });
  }
  const aDay = young ? limits.aDayOfYoung : limits.aDay;
  const sent = await countRunsSince(call.db, {
    name: workflow,
    since: new Date(call.now.getTime() - dayMs),
    most: aDay,
  });
  if (sent < aDay) return;
  const message = `${sent} ${noun} were sent within 24 hours; an organization may send ${aDay}${later}.`;
  throw new Refusal('TooManyRequests', message, { limit: aDay, used: sent }, { 'retry-after': '3600' });
};
