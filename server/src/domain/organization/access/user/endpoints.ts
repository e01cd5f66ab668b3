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
      'A link is sent to the address, good for seven days. Nobody gives more than they hold, and only an OWNER makes an OWNER. ' +
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
      'With another link, good for seven days; the one before is good for nothing. Only while the user is INVITED, and a minute ' +
      'after the link before, and as long as the organization may send links: 429.',
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
