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
    notes: 'Nobody makes a role that holds more than they do: 403 names what is missing.',
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
    notes: 'Its holders may do what it says within a second. Whoever changes it holds what it allowed and will allow.',
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
    notes: '409 while users or OAuth Apps hold it, with their numbers.',
    params: roleId,
    unversioned: true,
    reply: z.literal(''),
    emits: ['role.deleted'],
    act: deleteRole,
  }),
];
