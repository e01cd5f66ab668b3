import { z } from 'zod';
import { acts, type Endpoint, reads } from '../../contract/endpoint.ts';
import { listHeaders, paged } from '../../contract/shapes.ts';
import { operationHeader } from '../../engine/start-once.ts';
import { movesOf } from '../../kit/transitions.ts';
import { acceptanceEvents } from '../offer/actions/record-acceptance.ts';
import { approveEntitlement } from './actions/approve-entitlement.ts';
import { addonEndpoints } from './addon/endpoints.ts';
import { agreementPdfEndpoints } from './agreement-pdf/endpoints.ts';
import { cancellationEndpoints } from './cancellation/endpoints.ts';
import { createEntitlement } from './direct-purchase/actions/create-entitlement.ts';
import { CreateEntitlement } from './direct-purchase/schema.ts';
import { dividedCommitEndpoints } from './divided-commit/endpoints.ts';
import { EntitlementListParams, EntitlementQueryParams, TermListParams } from './fields.ts';
import { ownRecordEndpoints } from './own-record/endpoints.ts';
import { priceModelEndpoints } from './price-model/endpoints.ts';
import {
  getEntitlement,
  getEntitlementTerm,
  listEntitlements,
  listEntitlementTerms,
  queryEntitlements,
} from './reads.ts';
import { renewalEndpoints } from './renewal/endpoints.ts';
import { WorkloadEntitlement, WorkloadEntitlementTerm } from './schema.ts';
import { seatEndpoints } from './seat/endpoints.ts';
import { stateTables } from './states.ts';

const entitlementId = { entitlementId: { id: 'ent', noun: 'entitlement' } } as const;

const move = movesOf('entitlement', stateTables.entitlement);

export const entitlementEndpoints: Endpoint[] = [
  reads({
    id: 'listEntitlements',
    method: 'GET',
    path: '/org/{orgId}/entitlement',
    family: 'entitlement',
    permission: 'entitlement:read',
    summary: 'List entitlements',
    query: EntitlementListParams,
    reply: z.array(WorkloadEntitlement),
    replyHeaders: listHeaders,
    read: listEntitlements,
  }),
  acts({
    id: 'createEntitlement',
    method: 'POST',
    path: '/org/{orgId}/entitlement',
    family: 'entitlement',
    permission: 'entitlement:write',
    summary: 'Create an entitlement of direct billing',
    notes:
      'For buyers and offers of STRIPE and ADYEN; in marketplaces, buyers make their own purchases. The offer becomes USED. The entitlement begins ' +
      'at once without a startDate; with an endDate in the past it is CANCELLED.',
    body: CreateEntitlement,
    reply: WorkloadEntitlement,
    emits: ['entitlement.created', ...acceptanceEvents],
    creates: true,
    act: createEntitlement,
  }),
  reads({
    id: 'queryEntitlements',
    method: 'GET',
    path: '/org/{orgId}/entitlement/query',
    family: 'entitlement',
    permission: 'entitlement:read',
    summary: 'Query entitlements',
    query: EntitlementQueryParams,
    reply: paged(WorkloadEntitlement),
    replyHeaders: listHeaders,
    read: queryEntitlements,
  }),
  reads({
    id: 'getEntitlement',
    method: 'GET',
    path: '/org/{orgId}/entitlement/{entitlementId}',
    family: 'entitlement',
    permission: 'entitlement:read',
    summary: 'Get an entitlement',
    params: entitlementId,
    reply: WorkloadEntitlement,
    read: getEntitlement,
  }),
  reads({
    id: 'listEntitlementTerms',
    method: 'GET',
    path: '/org/{orgId}/entitlement/{entitlementId}/entitlementTerm',
    family: 'entitlement',
    permission: 'entitlement:read',
    summary: 'List the terms of an entitlement',
    params: entitlementId,
    query: TermListParams,
    reply: z.array(WorkloadEntitlementTerm),
    replyHeaders: listHeaders,
    read: listEntitlementTerms,
  }),
  reads({
    id: 'getEntitlementTerm',
    method: 'GET',
    path: '/org/{orgId}/entitlement/{entitlementId}/entitlementTerm/{entitlementTermId}',
    family: 'entitlement',
    permission: 'entitlement:read',
    summary: 'Get a term of an entitlement',
    params: { ...entitlementId, entitlementTermId: { id: 'term', noun: 'entitlement term' } },
    reply: WorkloadEntitlementTerm,
    read: getEntitlementTerm,
  }),
  acts({
    id: 'approveEntitlement',
    method: 'POST',
    path: '/org/{orgId}/entitlement/{entitlementId}/approve',
    family: 'entitlement',
    permission: 'entitlement:write',
    summary: 'Approve an entitlement',
    notes: 'The response shows PENDING_START; the entitlement becomes ACTIVE when the marketplace confirms.',
    params: entitlementId,
    reply: WorkloadEntitlement,
    replyHeaders: operationHeader,
    moves: move('start', { repeats: ['ACTIVE'] }),
    needs: 'entitlementApprove',
    emits: [],
    act: approveEntitlement,
  }),
  ...ownRecordEndpoints,
  ...dividedCommitEndpoints,
  ...addonEndpoints,
  ...priceModelEndpoints,
  ...agreementPdfEndpoints,
  ...cancellationEndpoints,
  ...seatEndpoints,
  ...renewalEndpoints,
];
