import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { HttpAnswer, HttpRequest } from './http.ts';
import { isForPerson, pageAnswer, text } from './page.ts';

/** Who may use the control API and see the pages. */
export type AccessRules = {
  /** A program sends it as a bearer token; a browser opens `/?token=…` once and keeps a cookie. */
  token: string;
  /** What a browser of another machine may call this one, `name` or `name:port`; none: this machine alone is answered. */
  hosts?: readonly string[] | undefined;
};

const cookieSeconds = 30 * 24 * 3600;
const localHost = /^(localhost|127(\.\d{1,3}){3}|\[::1\])(:\d{1,5})?$/i;
const localAddress = /^(::1|(::ffff:)?127(\.\d{1,3}){3})$/i;
const tokenPattern = /^[\w-]{20,200}$/;

/** A token that cannot be guessed. */
export const newControlToken = (): string => `sim_${randomBytes(24).toString('base64url')}`;

/** The token of a data folder: made once, and readable by its owner only. */
export const keepControlToken = (dataDir: string): string => {
  const file = join(dataDir, 'simulators', 'control-token');
  const kept = existsSync(file) ? readFileSync(file, 'utf8').trim() : '';
  if (tokenPattern.test(kept)) return kept;
  const token = newControlToken();
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(`${file}.part`, `${token}\n`, { mode: 0o600, flush: true });
  renameSync(`${file}.part`, file);
  return token;
};

const digest = (value: string): Buffer => createHash('sha256').update(value).digest();
const isSame = (given: string, token: string): boolean => timingSafeEqual(digest(given), digest(token));

const refuse = (request: HttpRequest, status: number, error: string): HttpAnswer => {
  const challenge = status === 401 ? { 'www-authenticate': 'Bearer' } : {};
  if (isForPerson(request))
    return pageAnswer(status, { title: 'Not for everybody', body: `<p>${text(error)}.</p>` }, challenge);
  return { status, headers: { 'content-type': 'application/json', ...challenge }, body: JSON.stringify({ error }) };
};

/** Cookies do not tell ports apart: two listeners on one machine must not take each other's. */
const cookieNameOf = ({ headers }: HttpRequest): string =>
  `simulators_${/:(\d+)$/.exec(headers.host ?? '')?.[1] ?? '80'}`;

const cookieOf = (request: HttpRequest): string | undefined => {
  for (const pair of (request.headers.cookie ?? '').split(';')) {
    const [name, value] = pair.trim().split('=');
    if (name === cookieNameOf(request)) return value;
  }
  return undefined;
};

/**
 * Why the sender of a request is not spoken to at all; null: it may show its token. A name that was made to lead here
 * (DNS rebinding) shows as the host, a page of elsewhere as the origin.
 */
const refuseSender = (
  request: HttpRequest,
  remoteAddress: string | undefined,
  hosts: readonly string[],
): HttpAnswer | null => {
  const host = (request.headers.host ?? '').toLowerCase();
  const isInvited = hosts.some((one) => one.toLowerCase() === host);
  if (!isInvited && !(localHost.test(host) && localAddress.test(remoteAddress ?? '')))
    return refuse(
      request,
      403,
      'the control API and the pages of the simulators answer this machine only; see CONTROL_HOSTS',
    );
  const { origin } = request.headers;
  if (origin !== undefined && origin !== `http://${host}` && origin !== `https://${host}`)
    return refuse(request, 403, 'pages of other origins may not use the simulators');
  return null;
};

/** A browser that comes with the token in its address gets the cookie, and an address without the token. */
const enter = (request: HttpRequest, token: string): HttpAnswer | null => {
  const { method, path, query } = request;
  const given = path === '/' && method === 'GET' ? new URLSearchParams(query).get('token') : null;
  if (given === null || !isSame(given, token)) return null;
  const cookie = `${cookieNameOf(request)}=${token}; Path=/; HttpOnly; SameSite=Strict; Max-Age=${cookieSeconds}`;
  return { status: 303, headers: { 'set-cookie': cookie, location: '/', 'cache-control': 'no-store' }, body: '' };
};

/** Answers a request to the control API or to a page that is refused, or that lets a browser in; null: it may go on. */
export const answerAccess = (
  request: HttpRequest,
  remoteAddress: string | undefined,
  { token, hosts = [] }: AccessRules,
): HttpAnswer | null => {
  const refused = refuseSender(request, remoteAddress, hosts);
  if (refused) return refused;
  const bearer = /^Bearer +(\S+)$/i.exec(request.headers.authorization ?? '')?.[1];
  if (bearer !== undefined && isSame(bearer, token)) return null;
  const cookie = cookieOf(request);
  // Ports do not part sites: a form of another port on this machine brings the cookie, and names its origin.
  const isRead = request.method === 'GET' || request.headers.origin !== undefined;
  if (bearer === undefined && cookie !== undefined && isSame(cookie, token) && isRead) return null;
  const how =
    'the simulators ask for their token: open the link that the start has printed, or send "Authorization: Bearer" with ' +
    'simulatorToken of DATA_DIR/demo-credentials.json, which DATA_DIR/simulators/control-token holds too';
  return enter(request, token) ?? refuse(request, 401, how);
};

/** What an answer to a browser carries. Forms need their origin, which `no-referrer` would hide. */
export const pageHeaders = {
  'x-frame-options': 'DENY',
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'same-origin',
  'cache-control': 'no-store',
};
