import createClient from 'openapi-fetch';
import type { paths } from '../../../golden/openapi.d.ts';
import type { paths as peoplePaths } from '../../../golden/people.d.ts';
import { ProblemError, problemFrom } from './problem.ts';
import { send } from './send.ts';

/** The API, with the types of its document. The session is a cookie that no script can read. */
export const api = createClient<paths>({ baseUrl: '', credentials: 'same-origin', fetch: send });

/** Accounts and sessions. */
export const people = createClient<peoplePaths>({ baseUrl: '/people', credentials: 'same-origin', fetch: send });

type Answered<T> = { data?: T; error?: unknown; response: Response };

/** The content of a response. Throws a ProblemError for a refusal. */
export const contentOf = async <T>(asked: Promise<Answered<T>>): Promise<T> => {
  const { data, error, response } = await asked;
  if (!response.ok) throw new ProblemError(problemFrom(response, error));
  return data as T;
};
