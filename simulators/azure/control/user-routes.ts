import { z } from 'zod';
import { type ControlCall, type ControlRoutes, controlError, readControlBody } from '../../kit/control.ts';
import { change } from '../../kit/simulation.ts';
import { revokeTokens, signIn } from '../entra/refresh-token.ts';
import { type AzureChange, type AzureTables, type PartnerUser, referralRoles } from '../state.ts';

const roles = z.array(z.enum(referralRoles)).max(3);
const userBody = z.strictObject({
  email: z.email().max(200),
  name: z.string().min(1).max(200).optional(),
  roles: roles.optional(),
});
const rolesBody = z.strictObject({ roles });

/** People of a publisher, their roles in Partner Center, and their sign-ins to the publisher's application. */
export const userRoutes: ControlRoutes<AzureTables> = {
  'GET /account/:id/user': ({ simulation, params: { id = '' } }) => ({
    value: { users: simulation.store.list('users').filter(({ publisherId }) => publisherId === id) },
  }),

  'POST /account/:id/user': ({ simulation, params: { id = '' }, body }) => {
    const { email, name, roles: given } = readControlBody(userBody, body);
    return change(simulation, (transaction) => {
      if (!transaction.get('publishers', id)) throw controlError(404, 'there is no such account');
      const known = transaction.list('users').find((row) => row.publisherId === id && row.email === email);
      const user: PartnerUser = known ?? {
        id: transaction.ids.uuid(),
        publisherId: id,
        name: name ?? email,
        email,
        roles: given ?? ['ReferralAdmin'],
      };
      if (!known) transaction.put('users', user);
      return { value: { ...user, refreshToken: signIn(transaction, user).id }, created: !known };
    });
  },

  'PUT /account/:id/user/:userId/roles': (call) => {
    const { roles: given } = readControlBody(rolesBody, call.body);
    return act(call, (transaction, user) => {
      const changed = { ...user, roles: given };
      transaction.put('users', changed);
      return changed;
    });
  },

  'POST /account/:id/user/:userId/revoke': (call) =>
    act(call, (transaction, user) => {
      revokeTokens(transaction, user.id);
      return user;
    }),
};

const act = (
  { simulation, params: { id = '', userId = '' } }: ControlCall<AzureTables>,
  run: (transaction: AzureChange, user: PartnerUser) => PartnerUser,
): { value: PartnerUser } =>
  change(simulation, (transaction) => {
    const user = transaction.get('users', userId);
    if (user?.publisherId !== id) throw controlError(404, 'the account has no such person');
    return { value: run(transaction, user) };
  });
