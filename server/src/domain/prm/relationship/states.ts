import { factsOf, type Transitions } from '../../../kit/transitions.ts';

export const relationshipStatuses = ['INVITED', 'ACTIVE', 'INACTIVE'] as const;
export type RelationshipStatus = (typeof relationshipStatuses)[number];

/** `shares`: what is shared with partners is visible to the other side. `invited`: nothing but an open invitation. */
export const relationshipIs = factsOf<RelationshipStatus, 'shares' | 'invited'>({
  INVITED: ['invited'],
  ACTIVE: ['shares'],
  INACTIVE: [],
});

/** Acts that set a status have the names that refusals show. */
export const relationshipTransitions = {
  update: {
    from: ['INVITED', 'ACTIVE', 'INACTIVE'],
    to: 'SAME',
    trigger: 'a caller changes what is kept of the partner',
  },
  establish: {
    from: ['INVITED', 'ACTIVE', 'INACTIVE'],
    to: 'ACTIVE',
    trigger: 'an invitation is accepted',
  },
  'invite again': { from: ['INACTIVE'], to: 'INVITED', trigger: 'a company that has not accepted is invited again' },
  'close the invitation': {
    from: ['INVITED'],
    to: 'INACTIVE',
    trigger: 'the last open invitation is declined, cancelled or expires',
  },
  'register a deal': {
    from: ['ACTIVE'],
    to: 'SAME',
    trigger: 'a side registers a deal that the other one has brought; deals of before go on in any status',
  },
  'the status ACTIVE': {
    from: ['INACTIVE'],
    to: 'ACTIVE',
    trigger: 'the side that has ended the partnership resumes it; the other side has not ended it, too',
  },
  'the status INACTIVE': { from: ['ACTIVE'], to: 'INACTIVE', trigger: 'either side ends the partnership' },
  'the status INVITED': { from: [], to: 'INVITED', trigger: 'nothing: only an invitation does' },
} as const satisfies Transitions<RelationshipStatus, string>;

export const stateTables = {
  'partner relationship': { statuses: relationshipStatuses, acts: relationshipTransitions },
};
