import { endpointOf } from './endpoints.ts';
import { ProblemError, problemFrom } from './problem.ts';
import { isJson, send } from './send.ts';

export type Ask = {
  path: Record<string, string>;
  query?: Record<string, string | number | boolean | undefined>;
  body?: unknown;
  headers?: Record<string, string>;
  signal?: AbortSignal;
};

export type Answer = { body: unknown; headers: Headers };

/** Whether it was done by an earlier call under the same Idempotency-Key, and nothing by this one. */
export const isReplayed = ({ headers }: Answer): boolean => headers.get('idempotency-replayed') === 'true';

const fill = (path: string, values: Record<string, string>): string =>
  path.replaceAll(/\{(\w+)\}/g, (_whole, name: string) => encodeURIComponent(values[name] ?? ''));

/** Calls any endpoint of the document by its id. Throws a ProblemError for a refusal. */
export const ask = async (id: string, { path, query = {}, body, headers = {}, signal }: Ask): Promise<Answer> => {
  const endpoint = endpointOf(id);
  const given = Object.entries(query).filter(([, value]) => value !== undefined && value !== '');
  const search = new URLSearchParams(given.map(([name, value]) => [name, String(value)])).toString();
  const isFile = body instanceof FormData || body instanceof Blob;
  const response = await send(`${fill(endpoint.path, path)}${search === '' ? '' : `?${search}`}`, {
    method: endpoint.method,
    credentials: 'same-origin',
    headers: { ...(body === undefined || isFile ? {} : { 'content-type': 'application/json' }), ...headers },
    ...(body === undefined ? {} : { body: isFile ? body : JSON.stringify(body) }),
    ...(signal ? { signal } : {}),
  });
  const text = await response.text();
  const read: unknown = isJson(response) && text !== '' ? JSON.parse(text) : text;
  if (!response.ok) {
    const problem = problemFrom(response, read);
    // No endpoint of an organization asks for a password: the session has ended.
    throw new ProblemError(response.status === 401 ? { ...problem, info: { signInAgain: true } } : problem);
  }
  return { body: read, headers: response.headers };
};
