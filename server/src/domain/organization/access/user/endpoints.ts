import { z } from 'zod';
import { acts, type Endpoint, reads } from '../../../../contract/endpoint.ts';
import { listHeaders } from '../../../../contract/shapes.ts';
import { inviteUser } from './actions/invite-user.ts';
import { reinviteUser } from './actions/reinvite-user.ts';
import { removeUser } from './actions/remove-user.ts';
import { updateUser } from './actions/update-user.ts';
import { UserListParams } from './fields.ts';
import { listUsers } from './reads.ts';
import { User, UserChange, UserInvitation } from './schema.ts';

const userId = { userId: { id: 'user', noun: 'user' } } as const;
const manages = { family: 'organization', permission: 'access:write', tag: 'Access' } as const;
const path = '/org/{orgId}/user';

export const userEndpoints: Endpoint[] = [
  reads({
    id: 'listUsers',
    method: 'GET',
    path,
    family: 'organization',
    permission: 'organization:read',
    summary: 'List the users of the organization',
    query: UserListParams,
    reply: z.array(User),
    replyHeaders: listHeaders,
    read: listUsers,
  }),
  acts({
    ...manages,
    id: 'inviteUser',
    method: 'POST',
    path,
    summary: 'Invite a user',
    notes:
      'Sends a link to the address, valid for seven days. Callers cannot grant permissions that they do not hold; only an OWNER can invite an OWNER, and only an OWNER or ADMIN an ADMIN. ' +
      'An organization may have 100 open invitations (20 in its first 7 days): 409. It may send 500 links within 24 hours (50): 429.',
    body: UserInvitation,
    reply: User,
    emits: ['user.invited'],
    act: inviteUser,
  }),
  acts({
    ...manages,
    id: 'reinviteUser',
    method: 'POST',
    path: `${path}/{userId}/invite`,
    summary: 'Send the invitation again',
    notes:
      'Sends a new link, valid for seven days; the previous one becomes invalid. Only while the user is INVITED, a minute ' +
      'after the previous link, and within the limit on links of the organization (429).',
    params: userId,
    reply: User,
    emits: ['user.invited'],
    act: reinviteUser,
  }),
  acts({
    ...manages,
    id: 'updateUser',
    method: 'PATCH',
    path: `${path}/{userId}`,
    summary: 'Change the role, the status or the name of a user',
    notes: 'The last active OWNER can be neither demoted nor disabled: 409.',
    params: userId,
    body: UserChange,
    reply: User,
    emits: ['user.updated'],
    act: updateUser,
  }),
  acts({
    ...manages,
    id: 'removeUser',
    method: 'DELETE',
    path: `${path}/{userId}`,
    summary: 'Remove a user, or withdraw an invitation',
    notes: 'The last active OWNER cannot be removed: 409.',
    params: userId,
    unversioned: true,
    reply: z.literal(''),
    emits: ['user.removed'],
    act: removeUser,
  }),
];
