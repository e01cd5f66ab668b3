import { factsOf, type Transitions } from '../../../../kit/transitions.ts';

export const userStatuses = ['ACTIVE', 'INVITED', 'DISABLED'] as const;
export type UserStatus = (typeof userStatuses)[number];

export const userIs = factsOf<UserStatus, 'active' | 'invited'>({
  ACTIVE: ['active'],
  INVITED: ['invited'],
  DISABLED: [],
});

/** Acts that set a status have the names that refusals show. */
export const userTransitions = {
  invite: { from: ['INVITED'], to: 'SAME', trigger: 'a caller has the invitation sent again' },
  'the status ACTIVE': { from: ['ACTIVE', 'DISABLED'], to: 'ACTIVE', trigger: 'a caller lets the user in again' },
  'the status DISABLED': { from: ['ACTIVE', 'DISABLED'], to: 'DISABLED', trigger: 'a caller locks the user out' },
  'the status INVITED': { from: [], to: 'INVITED', trigger: 'nothing: only an invitation does' },
} as const satisfies Transitions<UserStatus, string>;

export const stateTables = { user: { statuses: userStatuses, acts: userTransitions } };
