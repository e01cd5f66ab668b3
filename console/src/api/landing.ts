import { landing } from './document.ts';
import { ProblemError, problemFrom } from './problem.ts';

/** The address at which a connected account receives the buyers of its marketplace. */
export const landingUrl = (partner: string, connectionId: string): string =>
  window.location.origin + landing.replace('{partner}', partner).replace('{connection}', connectionId);

/**
 * Comes to the address as a buyer would, without the token of the marketplace. Returns the name of the token that the
 * service asks for. Nothing changes. Throws a ProblemError for any other answer.
 */
export const tryLanding = async (url: string): Promise<string> => {
  const response = await fetch(url, { method: 'POST', credentials: 'omit', headers: { accept: 'application/json' } });
  const problem = problemFrom(response.status, await response.json().catch(() => undefined));
  const missing = problem.faults.find(({ code }) => code === 'required');
  if (response.status !== 400 || missing === undefined) throw new ProblemError(problem);
  return missing.path;
};
