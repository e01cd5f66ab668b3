import { queryOptions } from '@tanstack/react-query';
import { createContext, useContext } from 'react';
import { api, contentOf, people } from './client.ts';

const lastKey = 'console.organization';

export const accountQuery = queryOptions({
  queryKey: ['account'],
  queryFn: () => contentOf(people.GET('/account')),
  staleTime: 300_000,
});

export const organizationsQuery = queryOptions({
  queryKey: ['organizations'],
  queryFn: () => contentOf(api.GET('/org')),
  staleTime: 300_000,
});

/** The organization that this browser showed last. */
export const lastOrganization = (): string | null => localStorage.getItem(lastKey);
export const keepOrganization = (orgId: string): void => localStorage.setItem(lastKey, orgId);

/** The organization in the address, which the shell provides to everything inside it. */
export const OrgId = createContext('');

/** The organization in the address; empty outside of any. */
export const useOrgId = (): string => useContext(OrgId);
