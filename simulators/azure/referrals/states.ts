import type { Json } from '../state.ts';
import { referralRefusal } from './refusal.ts';

/** The statuses with those that may follow, and their substatuses ("Referral resources": transition states). */
const states = {
  New: { next: ['New', 'Active', 'Closed'], substatuses: ['Pending', 'Received'] },
  Active: { next: ['Active', 'Closed'], substatuses: ['Accepted'] },
  Closed: { next: ['Closed'], substatuses: ['Won', 'Lost', 'Declined', 'Expired'] },
} as const;

type Status = keyof typeof states;

export const statusWords = Object.keys(states) as Status[];
export const substatusWords: readonly string[] = Object.values(states).flatMap(({ substatuses }) => substatuses);

const isStatus = (value: unknown): value is Status => statusWords.includes(value as Status);

/** Refuses a status without its substatus. */
export const checkStates = ({ status, substatus }: Json): void => {
  if (!isStatus(status)) throw referralRefusal('invalidRequest', `status is one of ${statusWords.join(', ')}.`);
  const fitting: readonly string[] = states[status].substatuses;
  if (!fitting.includes(String(substatus)))
    throw referralRefusal('invalidRequest', `The substatus of status ${status} is one of ${fitting.join(', ')}.`);
};

/**
 * Refuses a change that the owner of a referral may not make. Sources: "Referral resources" (transition states);
 * "Manage co-sell opportunities": a deal in a terminal state cannot be edited, accepting requires the estimated value,
 * declining a reason.
 */
export const checkChange = (old: Json, content: Json): void => {
  checkStates(content);
  if (old.status === 'Closed')
    throw referralRefusal('invalidRequest', 'The referral is closed. No further updates to it are possible.');
  const following: readonly string[] = states[old.status as Status].next;
  if (!following.includes(String(content.status)))
    throw referralRefusal('invalidRequest', `A referral in status ${old.status} cannot become ${content.status}.`);
  const isAgreed = content.status === 'Active' || content.substatus === 'Won';
  const { dealValue, currency } = (content.details ?? {}) as Json;
  if (isAgreed && (dealValue === undefined || currency === undefined))
    throw referralRefusal('invalidRequest', 'details.dealValue and details.currency are required for this status.');
  if (content.substatus === 'Declined' && content.statusReason === undefined)
    throw referralRefusal('invalidRequest', 'statusReason is required to decline a referral.');
};
