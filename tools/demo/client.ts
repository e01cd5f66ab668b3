import { setTimeout as sleep } from 'node:timers/promises';

/** A response of the service. `attempts` counts the calls that it took. */
export type Answer = { status: number; headers: Headers; body: unknown; attempts: number };

export type CallOptions = { body?: unknown; idempotencyKey?: string };

/** A well-behaved client of the service's API: a call without a response is sent again unchanged. */
export type ApiClient = {
  /** Returns a response of any status; paths begin after `/org/{orgId}`. */
  call(method: string, path: string, options?: CallOptions): Promise<Answer>;
  /** The body of a successful response; any other response is an error. */
  read<T>(path: string): Promise<T>;
  /** The body of a successful response. */
  post<T>(path: string, body: unknown, idempotencyKey?: string): Promise<T>;
  /** Like `read`, for an address outside the organization. */
  readOutside<T>(path: string): Promise<T>;
  /** Begins a request whose response is a stream; tried once. `signal` ends it. */
  open(path: string, headers: Readonly<Record<string, string>>, signal: AbortSignal): Promise<Response>;
  /** Like `call`, with the whole path. */
  callOutside(method: string, path: string, options?: CallOptions): Promise<Answer>;
  counts: { calls: number; repeated: number };
};

/** A program, or a user who signs in. */
type Caller = { clientId: string; clientSecret: string } | { email: string; password: string };

export type Credentials = { baseUrl: string; authUrl: string; organizationId: string } & Caller;

/** How long a client retries, and a signal that retrying is useless. */
export type Patience = { patienceMs: number; giveUp: AbortSignal };

const callLimitMs = 10_000;
const longestPauseMs = 1_000;

type Attempt = { status: number; headers: Headers; body: unknown };

/** A call without a response: refused, cut off, timed out, or told to retry later. */
type Unanswered = { unanswered: string; pauseMs?: number };

const readBody = (text: string): unknown => {
  try {
    return text === '' ? '' : JSON.parse(text);
  } catch {
    return text;
  }
};

/** Sends once. Throws only on programming errors. */
const attempt = async (url: string, init: RequestInit): Promise<Attempt | Unanswered> => {
  try {
    const response = await fetch(url, { ...init, redirect: 'manual', signal: AbortSignal.timeout(callLimitMs) });
    const body = readBody(await response.text());
    return { status: response.status, headers: response.headers, body };
  } catch (error) {
    const { message, cause } = error as Error;
    return { unanswered: cause instanceof Error ? `${message}: ${cause.message}` : message };
  }
};

const isComeAgain = ({ status, headers }: Attempt): boolean =>
  status >= 500 || status === 429 || (status === 409 && headers.has('retry-after'));

const comeAgain = ({ status, headers, body }: Attempt): Unanswered => {
  const seconds = Number(headers.get('retry-after'));
  const unanswered = `${status} ${JSON.stringify(body).slice(0, 300)}`;
  return Number.isFinite(seconds) && seconds > 0 ? { unanswered, pauseMs: seconds * 1000 } : { unanswered };
};

/** Sends until there is a response, with growing pauses. */
const sendUntilAnswered = async (
  what: string,
  send: () => Promise<Attempt | Unanswered>,
  { patienceMs, giveUp }: Patience,
): Promise<Answer> => {
  const until = performance.now() + patienceMs;
  for (let attempts = 1; ; attempts += 1) {
    const sent = await send();
    const result = 'status' in sent && isComeAgain(sent) ? comeAgain(sent) : sent;
    if ('status' in result) return { ...result, attempts };
    giveUp.throwIfAborted();
    if (performance.now() > until) throw new Error(`${what} was not answered: ${result.unanswered}`);
    await sleep(Math.min(result.pauseMs ?? 50 * 2 ** Math.min(attempts, 5), longestPauseMs));
  }
};

/** The error for an unexpected response. For a refusal it includes the reason and the request id. */
export const unexpected = (what: string, { status, body }: Answer): Error => {
  const { message, requestId } = (body ?? {}) as { message?: unknown; requestId?: unknown };
  const reason = typeof message === 'string' ? `${message} (request ${requestId})` : JSON.stringify(body);
  return new Error(`${what} answered ${status}: ${reason}`);
};

const bodyOf = <T>(what: string, answer: Answer): T => {
  if (answer.status !== 200 && answer.status !== 201) throw unexpected(what, answer);
  return answer.body as T;
};

type Token = { text: string; until: number };

/** A token by client credentials, or a user's session. */
const askToken = async (credentials: Credentials, patience: Patience): Promise<Token> => {
  const { baseUrl, authUrl } = credentials;
  const ask = (path: string, init: RequestInit): Promise<Answer> =>
    sendUntilAnswered('the token endpoint', () => attempt(`${authUrl}${path}`, { method: 'POST', ...init }), patience);
  if ('email' in credentials) {
    const { email, password } = credentials;
    const headers = { 'content-type': 'application/json' };
    const answer = await ask('/session', { headers, body: JSON.stringify({ email, password }) });
    const { token } = bodyOf<{ token: string }>('the sign-in', answer);
    return { text: token, until: Number.POSITIVE_INFINITY };
  }
  const body = new URLSearchParams({
    grant_type: 'client_credentials',
    client_id: credentials.clientId,
    client_secret: credentials.clientSecret,
    resource: baseUrl,
  });
  const answer = await ask('/oauth2/token', { body });
  const grant = bodyOf<{ access_token: string; expires_in: number }>('the token endpoint', answer);
  return { text: grant.access_token, until: performance.now() + (grant.expires_in - 60) * 1000 };
};

/** Creates a client that fetches a token when needed and again on 401. */
export const createApiClient = (credentials: Credentials, patience: Patience): ApiClient => {
  const counts = { calls: 0, repeated: 0 };
  let token: Token | undefined;

  const fetchToken = async (): Promise<string> => {
    token = await askToken(credentials, patience);
    return token.text;
  };

  const tokenText = async (): Promise<string> =>
    token && token.until > performance.now() ? token.text : await fetchToken();

  /** A refused token is not shown again. */
  const forgetRefused = (status: number, text: string): void => {
    if (status === 401 && token?.text === text) token = undefined;
  };

  const send = async (method: string, path: string, options: CallOptions): Promise<Attempt | Unanswered> => {
    const text = await tokenText();
    const result = await attempt(`${credentials.baseUrl}${path}`, {
      method,
      headers: {
        authorization: `Bearer ${text}`,
        'content-type': 'application/json',
        ...(options.idempotencyKey === undefined ? {} : { 'idempotency-key': options.idempotencyKey }),
      },
      ...(options.body === undefined ? {} : { body: JSON.stringify(options.body) }),
    });
    if ('status' in result) forgetRefused(result.status, text);
    return result;
  };

  const callAt = async (method: string, path: string, options: CallOptions): Promise<Answer> => {
    const what = `${method} ${path}`;
    counts.calls += 1;
    let answer = await sendUntilAnswered(what, () => send(method, path, options), patience);
    // A refused token is replaced once; if the new one is refused too, that is the result.
    if (answer.status === 401) answer = await sendUntilAnswered(what, () => send(method, path, options), patience);
    counts.repeated += answer.attempts - 1;
    return answer;
  };

  const inside = (path: string): string => `/org/${credentials.organizationId}${path}`;
  return {
    counts,
    open: async (path, headers, signal) => {
      const text = await tokenText();
      const url = `${credentials.baseUrl}${inside(path)}`;
      const response = await fetch(url, { headers: { ...headers, authorization: `Bearer ${text}` }, signal });
      forgetRefused(response.status, text);
      return response;
    },
    call: (method, path, options = {}) => callAt(method, inside(path), options),
    read: async (path) => bodyOf(`GET ${path}`, await callAt('GET', inside(path), {})),
    post: async (path, body, idempotencyKey) =>
      bodyOf(
        `POST ${path}`,
        await callAt('POST', inside(path), { body, ...(idempotencyKey === undefined ? {} : { idempotencyKey }) }),
      ),
    readOutside: async (path) => bodyOf(`GET ${path}`, await callAt('GET', path, {})),
    callOutside: (method, path, options = {}) => callAt(method, path, options),
  };
};

/** Controls the simulated marketplace and business time. */
export type Simulator = {
  now(): Promise<number>;
  /** Advances business time to a moment (epoch milliseconds), in as many calls as needed; never moves it back. */
  advanceTo(time: number): Promise<void>;
  read<T>(path: string): Promise<T>;
  /** An HTML page. */
  readText(path: string): Promise<string>;
  post<T>(path: string, body: unknown): Promise<T>;
  put<T>(path: string, body: unknown): Promise<T>;
};

/** Creates the client of the simulators' control API. */
export const createSimulator = (url: string, token: string, patience: Patience): Simulator => {
  const send = (method: string, path: string, body?: unknown): Promise<Attempt | Unanswered> =>
    attempt(`${url}${path}`, {
      method,
      headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
  const call = async <T>(method: string, path: string, body?: unknown): Promise<T> => {
    const what = `${method} ${path} (simulator)`;
    return bodyOf(what, await sendUntilAnswered(what, () => send(method, path, body), patience));
  };
  const now = async (): Promise<number> => Date.parse((await call<{ now: string }>('GET', '/control/clock')).now);
  return {
    now,
    // An advance without a response may have taken effect, so the clock is read before each attempt.
    advanceTo: async (time) => {
      for (let missing = time - (await now()); missing > 0; missing = time - (await now())) {
        const result = await send('POST', '/control/clock', { advance: missing });
        patience.giveUp.throwIfAborted();
        if ('status' in result && result.status !== 200) throw new Error(`the clock answered ${result.status}`);
      }
    },
    read: (path) => call('GET', path),
    readText: (path) => call('GET', path),
    post: (path, body) => call('POST', path, body),
    put: (path, body) => call('PUT', path, body),
  };
};
