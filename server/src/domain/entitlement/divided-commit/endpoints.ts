import { z } from 'zod';
import { acts, type Endpoint } from '../../../contract/endpoint.ts';
import { movesOf } from '../../../kit/transitions.ts';
import { stateTables } from '../states.ts';
import { deleteEntitlementTerm } from './actions/delete-entitlement-term.ts';
import { divideEntitlementCommit } from './actions/divide-entitlement-commit.ts';
import { DivideEntitlementCommit } from './schema.ts';

const entitlementId = { entitlementId: { id: 'ent', noun: 'entitlement' } } as const;
const move = movesOf('entitlement', stateTables.entitlement);

export const dividedCommitEndpoints: Endpoint[] = [
  acts({
    id: 'divideEntitlementCommit',
    method: 'POST',
    path: '/org/{orgId}/entitlement/{entitlementId}/divideCommit',
    family: 'entitlement',
    permission: 'entitlement:write',
    summary: 'Divide the commit of the current term',
    notes:
      'Makes a term of type DivideCommit for each of startDates, each with an equal share of the commit as its credit, in whole minor units: the ' +
      'earliest ones get what does not divide. Usage is paid from the share of the hour it is submitted for; an unused share ends with its term. ' +
      'Only a commit that is neither divided nor partly used can be divided, otherwise 409. Returns "".',
    params: entitlementId,
    body: DivideEntitlementCommit,
    reply: z.string(),
    moves: move('divideCommit'),
    emits: ['entitlement.updated'],
    act: divideEntitlementCommit,
  }),
  acts({
    id: 'deleteEntitlementTerm',
    method: 'DELETE',
    path: '/org/{orgId}/entitlement/{entitlementId}/entitlementTerm/{entitlementTermId}',
    family: 'entitlement',
    permission: 'entitlement:write',
    summary: 'Delete a part of a divided commit',
    notes:
      'Its time and its share go to the part before it, or after it if it is the first; deleting the last part undoes the division. 409 for other ' +
      'terms, and for a part of whose share some is used. Returns "".',
    params: { ...entitlementId, entitlementTermId: { id: 'term', noun: 'entitlement term' } },
    reply: z.string(),
    moves: move('joinCommit'),
    emits: ['entitlement.updated'],
    act: deleteEntitlementTerm,
  }),
];
