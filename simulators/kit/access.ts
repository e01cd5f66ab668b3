import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { HttpAnswer, HttpRequest } from './http.ts';
import { isForPerson, pageAnswer, text } from './page.ts';

/** Who may use the control API and view the pages. */
export type AccessRules = {
  /** A program sends it as a bearer token; a browser opens `/?token=…` once and keeps a cookie. */
  token: string;
  /**
   * Names under which browsers on other machines may reach this one, `name` or `name:port`. If empty, only this machine
   * is admitted.
   */
  hosts?: readonly string[] | undefined;
};

const cookieSeconds = 30 * 24 * 3600;
const localHost = /^(localhost|127(\.\d{1,3}){3}|\[::1\])(:\d{1,5})?$/i;
const localAddress = /^(::1|(::ffff:)?127(\.\d{1,3}){3})$/i;
const tokenPattern = /^[\w-]{20,200}$/;

/** A token that cannot be guessed. */
export const newControlToken = (): string => `sim_${randomBytes(24).toString('base64url')}`;

/** The token of a data folder: created once, and readable only by its owner. */
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

/** Cookies do not distinguish ports: two listeners on one machine must not use each other's. */
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
 * Why a sender is refused regardless of its token; null if the token may be checked. DNS rebinding shows in the Host
 * header, a foreign page in the Origin header.
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

/** A browser with the token in its URL gets the cookie, and is redirected to the URL without the token. */
const enter = (request: HttpRequest, token: string): HttpAnswer | null => {
  const { method, path, query } = request;
  const given = path === '/' && method === 'GET' ? new URLSearchParams(query).get('token') : null;
  if (given === null || !isSame(given, token)) return null;
  const cookie = `${cookieNameOf(request)}=${token}; Path=/; HttpOnly; SameSite=Strict; Max-Age=${cookieSeconds}`;
  return { status: 303, headers: { 'set-cookie': cookie, location: '/', 'cache-control': 'no-store' }, body: '' };
};

/**
 * Responds to a request to the control API or a page if it is refused or a browser is admitted; null if the request may
 * proceed.
 */
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
  // Ports do not separate sites: a form on another port of this machine sends the cookie, and names its origin.
  const isRead = request.method === 'GET' || request.headers.origin !== undefined;
  if (bearer === undefined && cookie !== undefined && isSame(cookie, token) && isRead) return null;
  const how =
    'the simulators ask for their token: open the link that the start has printed, or send "Authorization: Bearer" with ' +
    'simulatorToken of DATA_DIR/demo-credentials.json, which DATA_DIR/simulators/control-token holds too';
  return enter(request, token) ?? refuse(request, 401, how);
};

/** Headers of responses to browsers. Forms need the origin, which `no-referrer` would hide. */
export const pageHeaders = {
  'x-frame-options': 'DENY',
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'same-origin',
  'cache-control': 'no-store',
};
