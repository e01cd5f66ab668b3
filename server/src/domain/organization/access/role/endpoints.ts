import { z } from 'zod';
import { acts, type Endpoint, reads } from '../../../../contract/endpoint.ts';
import { listHeaders, paged } from '../../../../contract/shapes.ts';
import { createRole } from './actions/create-role.ts';
import { deleteRole } from './actions/delete-role.ts';
import { updateRole } from './actions/update-role.ts';
import { RoleQueryParams } from './fields.ts';
import { getRole, queryRoles } from './reads.ts';
import { NewRole, Role, RoleChange } from './schema.ts';

const roleId = { roleId: { id: 'role', noun: 'role' } } as const;
const common = { family: 'organization', tag: 'Access' } as const;
const path = '/org/{orgId}/role';

export const roleEndpoints: Endpoint[] = [
  reads({
    ...common,
    id: 'queryRoles',
    method: 'GET',
    path,
    permission: 'access:read',
    summary: 'List custom roles',
    query: RoleQueryParams,
    reply: paged(Role),
    replyHeaders: listHeaders,
    read: queryRoles,
  }),
  acts({
    ...common,
    id: 'createRole',
    method: 'POST',
    path,
    permission: 'access:write',
    summary: 'Create a custom role',
    notes: 'Callers cannot create a role with permissions that they do not hold: 403 lists the missing ones.',
    body: NewRole,
    reply: Role,
    emits: ['role.created'],
    act: createRole,
  }),
  reads({
    ...common,
    id: 'getRole',
    method: 'GET',
    path: `${path}/{roleId}`,
    permission: 'access:read',
    summary: 'Get a custom role',
    params: roleId,
    reply: Role,
    read: getRole,
  }),
  acts({
    ...common,
    id: 'updateRole',
    method: 'PATCH',
    path: `${path}/{roleId}`,
    permission: 'access:write',
    summary: 'Change a custom role',
    notes: 'The change applies to its holders within a second. The caller must hold its permissions, both old and new.',
    params: roleId,
    body: RoleChange,
    reply: Role,
    emits: ['role.updated'],
    act: updateRole,
  }),
  acts({
    ...common,
    id: 'deleteRole',
    method: 'DELETE',
    path: `${path}/{roleId}`,
    permission: 'access:write',
    summary: 'Delete a custom role',
    notes: '409 while users or OAuth Apps hold it, with the number of each.',
    params: roleId,
    unversioned: true,
    reply: z.literal(''),
    emits: ['role.deleted'],
    act: deleteRole,
  }),
];
