import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { accountQuery } from '../api/session.ts';

/** Where to go afterwards: only to pages of this console. */
export const pathAfter = (returnTo: string | undefined): string =>
  returnTo !== undefined && /^\/(?![/\\])/.test(returnTo) && !returnTo.startsWith('/console/sign-in') ? returnTo : '/';

export const useEnter = (returnTo?: string): (() => Promise<void>) => {
  const queries = useQueryClient();
  const navigate = useNavigate();
  return async () => {
    queries.clear();
    await queries.fetchQuery(accountQuery);
    await navigate({ href: pathAfter(returnTo) });
  };
};
