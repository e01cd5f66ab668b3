import { ask } from './ask.ts';
import { landing } from './document.ts';
import { pageFrom, type Row } from './list.ts';
import { ProblemError, problemFrom } from './problem.ts';
import { sendAsBuyer } from './send.ts';

/** The address at which a connected account receives the buyers of its marketplace. */
export const landingUrl = (partner: string, connectionId: string): string =>
  window.location.origin + landing.replace('{partner}', partner).replace('{connection}', connectionId);

/**
 * Opens the address as a buyer would, but without the token of the marketplace. Returns the name of the token that the
 * service requires. Nothing changes. Throws a ProblemError for any other response.
 */
export const tryLanding = async (url: string): Promise<string> => {
  const response = await sendAsBuyer(url, {
    method: 'POST',
    credentials: 'omit',
    headers: { accept: 'application/json' },
  });
  const problem = problemFrom(response, await response.json().catch(() => undefined));
  const missing = problem.faults.find(({ code }) => code === 'required');
  if (response.status !== 400 || missing === undefined) throw new ProblemError(problem);
  return missing.path;
};

/** The connections through which the buyers of a marketplace arrive; only those of one account, if it is known. */
export const listDoors = async (
  { orgId, partner, account }: { orgId: string; partner: string; account: string },
  signal?: AbortSignal,
): Promise<Row[]> => {
  const query = { partner, service: 'MARKETPLACE', page_size: 100 };
  const { rows } = pageFrom(await ask('ListIntegrations', { path: { orgId }, query, signal }));
  return rows.filter(({ accountId }) => account === '' || accountId === account);
};

/** Opens the address as a buyer with the token of the marketplace. The redirect is not followed. */
export const landBuyer = async (url: string, token: Record<string, string>): Promise<void> => {
  const response = await sendAsBuyer(url, {
    method: 'POST',
    credentials: 'omit',
    redirect: 'manual',
    headers: { accept: 'application/json' },
    body: new URLSearchParams(token),
  });
  if (response.ok || response.type === 'opaqueredirect') return;
  throw new ProblemError(problemFrom(response, await response.json().catch(() => undefined)));
};
