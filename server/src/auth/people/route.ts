import { z } from 'zod';
import { badRequest } from '../../kit/errors.ts';
import { isMailAddress } from '../../kit/mail-address.ts';
import { sayFault } from '../../kit/say-fault.ts';
import type { Origin } from './begin-session.ts';
import type { SignedIn } from './engine-call.ts';
import type { People } from './people.ts';
import type { CookieSource } from './session-cookie.ts';

export type RouteCall<Body> = {
  people: People;
  body: Body;
  params: Readonly<Record<string, string>>;
  query: Readonly<Record<string, string>>;
  from: Origin;
  source: CookieSource;
  /** Who is signed in; always there on routes that are `signedIn`. */
  caller: SignedIn | undefined;
};

export type RouteAnswer = { status?: number; body?: unknown; cookies?: readonly string[]; location?: string };

/** A row of the tables of routes: the listener and the OpenAPI document are made from it. */
export type Route<Body = never> = {
  /** `operationId`. */
  id: string;
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  /** Parameters in braces. */
  path: string;
  summary: string;
  /** Whether a session is needed (401). */
  signedIn: boolean;
  query?: readonly string[];
  /** Others put more into this address, and are to be let (RFC 6749, 4.1.2); everywhere else that is refused (400). */
  ignoresOtherQuery?: true;
  body?: z.ZodType<Body>;
  /** Absent: 204. */
  reply?: z.ZodType;
  does(call: RouteCall<Body>): Promise<RouteAnswer>;
};

/** Keeps the type of the body; the tables hold rows of all kinds. */
export const route = <Body = never>(row: Route<Body>): Route => row as unknown as Route;

const faultsOf = (error: z.ZodError) =>
  error.issues.map(({ path, code, message }) => ({ path: path.join('.'), code, message }));

/** Throws a Refusal (400) that names every fault. Unknown properties are ignored. */
export const readBody = (schema: z.ZodType, text: string): unknown => {
  let value: unknown;
  try {
    value = JSON.parse(text === '' ? '{}' : text);
  } catch {
    throw badRequest([{ path: '', code: 'json', message: 'the body is not JSON' }]);
  }
  const read = schema.safeParse(value, { error: sayFault });
  if (!read.success) throw badRequest(faultsOf(read.error));
  return read.data;
};

/** The caller of a route that needs one. */
export const callerOf = ({ caller }: { caller: SignedIn | undefined }): SignedIn => {
  if (!caller) throw new Error('a route that is signedIn was run without a caller');
  return caller;
};

const text = (max: number) =>
  z
    .string()
    .regex(/^[^\0]*$/, 'U+0000 cannot be stored')
    .max(max);

/** Pieces of bodies and replies. */
export const shapes = {
  email: z
    .string()
    .max(254)
    .refine((email) => isMailAddress(email), 'must be an e-mail address')
    .transform((email) => email.toLowerCase()),
  /** Any text: whether a new one is good is said in words. */
  password: z.string().min(1).max(1000),
  /** Names stand in mails and audit trails; a line break there is nobody's name. */
  name: text(100).regex(/^\P{Cc}*$/u, 'must not hold control characters'),
  token: z.string().min(1).max(200),
  code: z
    .string()
    .max(20)
    .transform((code) => code.replaceAll(/\s/g, '')),
  label: text(100),
};
