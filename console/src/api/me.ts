import { useQuery } from '@tanstack/react-query';
import { api, contentOf } from './client.ts';
import { roles } from './endpoints.ts';
import { accountQuery, useOrgId } from './session.ts';

/** The signed-in person in one organization. */
export type Me = {
  email: string;
  name: string;
  /** Absent while unknown, and for people who may not list members. */
  role?: string;
  /** Absent if unknown: then nothing is disabled in advance, and the API decides. */
  permissions?: ReadonlySet<string>;
};

export const useMe = (): Me => {
  const orgId = useOrgId();
  const { data: account } = useQuery(accountQuery);
  const email = account?.email ?? '';
  const { data: user } = useQuery({
    queryKey: ['me', orgId, email],
    enabled: orgId !== '' && email !== '',
    staleTime: 60_000,
    queryFn: async () => {
      const path = { orgId };
      const users = await contentOf(api.GET('/org/{orgId}/user', { params: { path, query: { email } } }));
      const [found] = users;
      if (found?.customRoleId === undefined) return { role: found?.role };
      const own = { ...path, roleId: found.customRoleId };
      const role = await contentOf(api.GET('/org/{orgId}/role/{roleId}', { params: { path: own } }));
      return { role: role.name, permissions: role.permissions as string[] };
    },
    retry: false,
  });
  const permissions = user?.permissions ?? (user?.role === undefined ? undefined : roles[user.role]);
  const name = [account?.firstName, account?.lastName].filter(Boolean).join(' ') || email;
  return { email, name, role: user?.role, permissions: permissions && new Set<string>(permissions) };
};
