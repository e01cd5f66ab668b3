import { createRowAdder, createRowChanger } from '../../../contract/versioned-rows.ts';
import type { Relationship } from './relationship.ts';
import { insertRelationship, updateRelationshipRow } from './store.ts';
import { viewRelationshipRow } from './view.ts';

const view = (orgId: string, row: Relationship) => viewRelationshipRow(orgId, row);

/** Inserts a relationship of the call's organization and records it. */
export const addRelationship = createRowAdder({ type: 'relation', view, insert: insertRelationship });

/** Writes the next version of a relationship of the call's organization and records the change. */
export const changeRelationship = createRowChanger({ type: 'relation', view, update: updateRelationshipRow });
