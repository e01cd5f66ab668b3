import { factsOf, type Transitions } from '../../../kit/transitions.ts';

export const messageStatuses = ['SCHEDULED', 'PENDING', 'DONE', 'FAILED'] as const;
export type MessageStatus = (typeof messageStatuses)[number];

export const messageIs = factsOf<MessageStatus, 'done'>({ SCHEDULED: [], PENDING: [], DONE: ['done'], FAILED: [] });

export const messageTransitions = {
  start: { from: ['SCHEDULED', 'PENDING'], to: 'PENDING', trigger: 'it is time for an attempt' },
  taken: { from: ['SCHEDULED', 'PENDING'], to: 'DONE', trigger: 'a mail server accepted it' },
  wait: { from: ['SCHEDULED', 'PENDING'], to: 'PENDING', trigger: 'the attempt failed and there is time for another' },
  giveUp: {
    from: ['SCHEDULED', 'PENDING'],
    to: 'FAILED',
    trigger: 'it was refused permanently, or its 24 hours are over',
  },
} as const satisfies Transitions<MessageStatus, string>;

export const stateTables = { message: { statuses: messageStatuses, acts: messageTransitions } };
