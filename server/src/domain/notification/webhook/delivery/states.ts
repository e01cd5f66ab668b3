import { factsOf, type Transitions } from '../../../../kit/transitions.ts';

export const deliveryStatuses = ['PENDING', 'DONE', 'FAILED', 'CANCELED'] as const;
export type DeliveryStatus = (typeof deliveryStatuses)[number];

/** `waiting`: it is sent, or will be. */
export const deliveryIs = factsOf<DeliveryStatus, 'waiting'>({
  PENDING: ['waiting'],
  DONE: [],
  FAILED: [],
  CANCELED: [],
});

export const deliveryTransitions = {
  taken: { from: ['PENDING'], to: 'DONE', trigger: 'the receiver answered with 2xx' },
  wait: { from: ['PENDING'], to: 'SAME', trigger: 'an attempt failed and there is time for another' },
  giveUp: { from: ['PENDING'], to: 'FAILED', trigger: 'the receiver answered with 410, or its 24 hours are over' },
  discard: { from: ['PENDING'], to: 'CANCELED', trigger: 'its webhook was disabled or deleted' },
  resend: { from: deliveryStatuses, to: 'PENDING', trigger: 'somebody asks for it to be sent again' },
} as const satisfies Transitions<DeliveryStatus, string>;

export const stateTables = { delivery: { statuses: deliveryStatuses, acts: deliveryTransitions } };
