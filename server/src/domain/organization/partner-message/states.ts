import type { Transitions } from '../../../kit/transitions.ts';

export const partnerMessageStatuses = ['PENDING', 'DONE', 'FAILED', 'AUDITED'] as const;
export type PartnerMessageStatus = (typeof partnerMessageStatuses)[number];

export const partnerMessageTransitions = {
  apply: { from: ['PENDING'], to: 'DONE', trigger: 'its object was read' },
  audit: { from: ['PENDING'], to: 'AUDITED', trigger: 'it is stored, and required no action' },
  fail: { from: ['PENDING'], to: 'FAILED', trigger: 'its object could not be read' },
} as const satisfies Transitions<PartnerMessageStatus, string>;

export const stateTables = { 'partner message': { statuses: partnerMessageStatuses, acts: partnerMessageTransitions } };
