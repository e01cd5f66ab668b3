import { factsOf, type Transitions } from '../../../kit/transitions.ts';

export const invitationStatuses = ['PENDING', 'ACCEPTED', 'DECLINED', 'CANCELLED', 'EXPIRED'] as const;
export type InvitationStatus = (typeof invitationStatuses)[number];

/** `open`: its link can be used. `accepted`: the other side is known to the sender. */
export const invitationIs = factsOf<InvitationStatus, 'open' | 'accepted'>({
  PENDING: ['open'],
  ACCEPTED: ['accepted'],
  DECLINED: [],
  CANCELLED: [],
  EXPIRED: [],
});

export const invitationTransitions = {
  accept: { from: ['PENDING'], to: 'ACCEPTED', trigger: 'a person of the receiving organization accepts, in time' },
  decline: {
    from: ['PENDING'],
    to: 'DECLINED',
    trigger: 'the receiving organization, or the holder of the link, declines',
  },
  cancel: { from: ['PENDING'], to: 'CANCELLED', trigger: 'the sender withdraws it' },
  resend: { from: ['PENDING', 'EXPIRED'], to: 'PENDING', trigger: 'the sender has a new link sent; the old one dies' },
  expire: { from: ['PENDING'], to: 'EXPIRED', trigger: 'its accept-by time passes' },
} as const satisfies Transitions<InvitationStatus, string>;

export const stateTables = { 'partner invitation': { statuses: invitationStatuses, acts: invitationTransitions } };
