import { z } from 'zod';
import type { CookieSource } from '../auth/session-cookie.ts';
import type { Described, Given, Input, Parameters, QueryShape } from '../contract/endpoint.ts';
import { isMailAddress } from '../kit/mail-address.ts';
import type { Origin } from './begin-session.ts';
import type { SignedIn } from './engine-call.ts';
import type { People } from './people.ts';

/** What an endpoint's function receives; `caller` is the signed-in person. */
export type PersonCall<Caller = SignedIn | undefined> = {
  people: People;
  caller: Caller;
  from: Origin;
  source: CookieSource;
  /** The URL of the endpoints on the listener that was asked. */
  url: string;
};

/** All cookies of a request in one header, as the account library reads them. */
export const cookieHeader = ({ rawHeaders }: CookieSource): string =>
  rawHeaders
    .flatMap((raw, index) => (index % 2 === 0 && raw.toLowerCase() === 'cookie' ? [rawHeaders[index + 1] ?? ''] : []))
    .join('; ');

export type PersonAnswer = { body?: unknown; cookies?: readonly string[]; location?: string };

/**
 * An endpoint for people: the record from which listener, OpenAPI and golden files are made. It involves no
 * organization, and a response can set a cookie or redirect.
 */
export type PersonEndpoint = Described & {
  kind: 'person';
  /** Whether a session is required (401). */
  signedIn: boolean;
  /** Unknown query parameters are ignored (RFC 6749, 4.1.2); everywhere else they are refused (400). */
  ignoresOtherQuery?: true;
  status: 200 | 202 | 204 | 302;
  /** Schema of the response body, if there is one. */
  reply: z.ZodType | null;
  serve: (call: PersonCall, input: Input) => Promise<PersonAnswer>;
};

/** Creates the record of an endpoint for people. Without a reply its status is 204, unless another is given. */
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

/** Parts of bodies and replies. */
export const shapes = {
  email: z
    .string()
    .max(254)
    .refine((email) => isMailAddress(email), 'must be an e-mail address')
    .transform((email) => email.toLowerCase()),
  /** Any text: for a new password, a separate check explains what is wrong. */
  password: z.string().min(1).max(1000),
  /** Names appear in mails and audit trails, and no real name contains a line break. */
  name: text(100).regex(/^\P{Cc}*$/u, 'must not contain control characters'),
  token: z.string().min(1).max(200),
  code: z
    .string()
    .max(20)
    .transform((code) => code.replaceAll(/\s/g, '')),
  label: text(100),
};
