import { z } from 'zod';
import type { CookieSource } from '../auth/session-cookie.ts';
import type { Described, Given, Input, Parameters, QueryShape } from '../contract/endpoint.ts';
import { isMailAddress } from '../kit/mail-address.ts';
import type { Origin } from './begin-session.ts';
import type { SignedIn } from './engine-call.ts';
import type { People } from './people.ts';

/** What a function of an endpoint is given; `caller` is who is signed in. */
export type PersonCall<Caller = SignedIn | undefined> = {
  people: People;
  caller: Caller;
  from: Origin;
  source: CookieSource;
};

export type PersonAnswer = { body?: unknown; cookies?: readonly string[]; location?: string };

/**
 * An address for people: the row from which listener, OpenAPI and golden files come. Nobody needs an organization here, and an
 * answer can hold a cookie or lead to another page.
 */
export type PersonEndpoint = Described & {
  kind: 'person';
  /** Whether a session is needed (401). */
  signedIn: boolean;
  /** Others put more into this address, and are to be let (RFC 6749, 4.1.2); everywhere else that is refused (400). */
  ignoresOtherQuery?: true;
  status: 200 | 202 | 204 | 302;
  /** Of an answer with a body. */
  reply: z.ZodType | null;
  serve: (call: PersonCall, input: Input) => Promise<PersonAnswer>;
};

/** A record of an address for people. Without a reply it answers 204, unless it names another status. */
export const serves = <
  S extends boolean,
  P extends Parameters = Record<never, never>,
  Q extends QueryShape | null = null,
  B extends z.ZodType | null = null,
>({
  serve,
  ...record
}: Pick<Described, 'id' | 'method' | 'path' | 'summary'> &
  Pick<PersonEndpoint, 'ignoresOtherQuery'> & {
    signedIn: S;
    params?: P;
    query?: Q;
    body?: B;
    reply?: z.ZodType;
    status?: PersonEndpoint['status'];
    serve: (
      call: PersonCall<S extends true ? SignedIn : SignedIn | undefined>,
      input: Given<P, Q, B>,
    ) => Promise<PersonAnswer>;
  }): PersonEndpoint => ({
  params: {},
  query: null,
  body: null,
  reply: null,
  status: record.reply ? 200 : 204,
  ...record,
  kind: 'person',
  serve: serve as PersonEndpoint['serve'],
});

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
