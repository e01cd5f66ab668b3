import type { AllowedHost } from '../adapters/outgoing/allowed-hosts.ts';
import type { TrustProxy } from '../kit/trust-proxy.ts';
import {
  allowedHosts,
  bearerToken,
  bucketName,
  databaseAddress,
  folder,
  hostName,
  hostNames,
  type Kind,
  line,
  mailServer,
  monthsOrOff,
  oneOf,
  onOff,
  port,
  portOrOff,
  proxies,
  type RateLimit,
  rateLimit,
  secretKey,
  secretKeyList,
  sender,
  sharedSecret,
  waitSeconds,
  webAddress,
} from './kinds.ts';

export type Role = 'all' | 'serve' | 'work' | 'migrate';
export type Choice = 'auto' | 'on' | 'off';
export type SignUp = 'open' | 'first' | 'off';
export type LogLevel = 'trace' | 'debug' | 'info' | 'warn' | 'error' | 'fatal' | 'silent';

export type Setting<T> = {
  kind: Kind<T>;
  /** The default in words, as printed in the table. */
  default: string;
  /** Present if the default does not depend on other settings. */
  fallback?: T;
  help: string;
  /** Never shown in errors or logs. */
  secret?: boolean;
};

const setting = <T>(row: Setting<T>): Setting<T> => row;

/** The table of everything that can be configured from outside. */
export const settings = {
  HOST: setting({ kind: hostName, default: '127.0.0.1', fallback: '127.0.0.1', help: 'Address to listen on.' }),
  PORT: setting({ kind: port, default: '8080', fallback: 8080, help: 'Port of the API; 0 chooses free ports.' }),
  AUTH_PORT: setting({
    kind: port,
    default: 'PORT + 1, or 0 when PORT is 0',
    help: 'Port of the token endpoint.',
  }),
  SIMULATOR_PORT: setting({
    kind: port,
    default: 'PORT + 2, or 0 when PORT is 0',
    help: 'Port of the simulated partners and of their clock.',
  }),
  OPERATOR_PORT: setting({
    kind: portOrOff,
    default: 'PORT + 3, or 0 when PORT is 0',
    help: 'Port of /livez, /readyz and /metrics for operators, in every role; off: none.',
  }),
  OPERATOR_HOST: setting({
    kind: hostName,
    default: '127.0.0.1',
    fallback: '127.0.0.1',
    help: 'Address of that port. Metrics cover all organizations: keep it in a private network.',
  }),
  DATA_DIR: setting({
    kind: folder,
    default: './data',
    fallback: './data',
    help: 'Folder of the embedded database, of its secret key and of the simulators. One process at a time.',
  }),
  DATABASE_URL: setting({
    kind: databaseAddress,
    default: 'none: the embedded database',
    secret: true,
    help: 'PostgreSQL 15 or newer. Without it an embedded database under DATA_DIR is used.',
  }),
  DATABASE_POOLER: setting<Choice>({
    kind: oneOf('auto', 'on', 'off'),
    default: 'auto: found out at start',
    fallback: 'auto',
    help: 'Whether a pooler that shares sessions, such as pgbouncer in transaction mode, is in front of PostgreSQL.',
  }),
  PREPARED_STATEMENTS: setting<Choice>({
    kind: oneOf('auto', 'on', 'off'),
    default: 'auto: on without a pooler',
    fallback: 'auto',
    help: 'Whether statements are prepared under names. With a pooler, on requires one that supports them (pgbouncer 1.21, max_prepared_statements).',
  }),
  DATABASE_WAIT_SECONDS: setting({
    kind: waitSeconds,
    default: '60',
    fallback: 60,
    help: 'How long startup waits for a PostgreSQL that does not answer yet; 0: not at all.',
  }),
  PUBLIC_URL: setting({
    kind: webAddress,
    default: 'http://HOST:PORT',
    help: 'URL at which callers reach the API; it appears in links and tokens.',
  }),
  AUTH_URL: setting({
    kind: webAddress,
    default: 'http://HOST:AUTH_PORT',
    help: 'URL at which callers reach the token endpoint; it is the issuer of the tokens.',
  }),
  SECRET_KEY: setting({
    kind: secretKey,
    default: 'embedded: generated once and kept in DATA_DIR/secret-key; with DATABASE_URL: required',
    secret: true,
    help: 'Key that protects stored credentials, at least 32 random bytes in base64 or hex. All replicas share it.',
  }),
  SECRET_KEY_RETIRING: setting<Buffer[]>({
    kind: secretKeyList,
    default: 'none; embedded: the further lines of DATA_DIR/secret-key',
    fallback: [],
    secret: true,
    help: 'Keys beside SECRET_KEY that still open what they sealed, comma separated; see `npm run secrets:rotate`.',
  }),
  SIMULATORS: setting({
    kind: onOff,
    default: 'on with the embedded database, else off',
    help: 'Whether simulated partners are started and used.',
  }),
  SIMULATED_CLOCK: setting({
    kind: onOff,
    default: 'on with the demo, else off',
    help: 'Whether business time can be moved forward through the simulators. Needs SIMULATORS=on.',
  }),
  CONTROL_HOSTS: setting<string[]>({
    kind: hostNames,
    default: 'none: this machine only',
    fallback: [],
    help: 'Host names under which other machines may call the control API and the pages of the simulators; the token is still required.',
  }),
  ALLOWED_HOSTS: setting<AllowedHost[]>({
    kind: allowedHosts,
    default: 'none: the public internet only, by https',
    fallback: [],
    help: 'Further hosts that connections and webhooks of any organization may use, comma separated: host or host:port for https, http://host:port for plain http.',
  }),
  ROLE: setting<Role>({
    kind: oneOf('all', 'serve', 'work', 'migrate'),
    default: 'all',
    fallback: 'all',
    help: 'What this process does. migrate exits when the database is up to date; serve and work need DATABASE_URL.',
  }),
  STRICT_RLS: setting({
    kind: onOff,
    default: 'off',
    fallback: false,
    help: 'Whether row-level security applies to reads too, at the cost of some indexes.',
  }),
  RATE_LIMIT: setting<RateLimit | null>({
    kind: rateLimit,
    default: '100/500',
    fallback: { perSecond: 100, burst: 500 },
    help: 'Requests per second / burst, for each caller and process; off: no limit.',
  }),
  RATE_LIMIT_METERING: setting<RateLimit | null>({
    kind: rateLimit,
    default: '50/200',
    fallback: { perSecond: 50, burst: 200 },
    help: 'The same for usage reporting.',
  }),
  TRUST_PROXY: setting<TrustProxy>({
    kind: proxies,
    default: 'off',
    fallback: false,
    help: "Proxies whose X-Forwarded-For is trusted for the caller's address; wrong secrets are counted by address.",
  }),
  SIGN_UP: setting<SignUp>({
    kind: oneOf('open', 'first', 'off'),
    default: 'open',
    fallback: 'open',
    help: 'Who may create an account: anyone with an email address, only the first person ever, or only invited people.',
  }),
  SMTP_URL: setting({
    kind: mailServer,
    default: 'none: mails are written to DATA_DIR/outbox',
    secret: true,
    help: 'The mail server for links of sign-ups, invitations and forgotten passwords.',
  }),
  MAIL_FROM: setting({
    kind: sender,
    default: 'Marketplace Operations <no-reply@localhost>',
    fallback: 'Marketplace Operations <no-reply@localhost>',
    help: 'The sender of those mails.',
  }),
  SUPPORT_MAIL_DOMAIN: setting({
    kind: hostName,
    default: 'none: mails about support tickets cannot be answered',
    help: 'Domain whose mail a provider forwards to PUBLIC_URL/hook/support-mail, so that replies become comments. Needs SUPPORT_MAIL_SECRET.',
  }),
  SUPPORT_MAIL_SECRET: setting({
    kind: sharedSecret,
    default: 'none',
    secret: true,
    help: 'What the provider must send: as X-Hook-Secret, as a bearer token, or as the password of basic authentication.',
  }),
  EMAIL_WRITER_URL: setting({
    kind: webAddress,
    default: 'none: mails are drafted from templates',
    help: 'A service of yours that drafts the mails of partner invitations (decision 0132). A private host, or plain http, needs an entry in ALLOWED_HOSTS.',
  }),
  EMAIL_WRITER_TOKEN: setting({
    kind: bearerToken,
    default: 'none',
    secret: true,
    help: 'The bearer token sent to it.',
  }),
  S3_BUCKET: setting({
    kind: bucketName,
    default: 'none: files are kept in DATA_DIR/files, and served by the API',
    help: 'Bucket of an S3-compatible storage for files, such as merged EULAs. Several replicas need one. Needs both S3 keys.',
  }),
  S3_ENDPOINT: setting({
    kind: webAddress,
    default: 'AWS',
    help: 'URL of that storage; the bucket is part of the path.',
  }),
  S3_REGION: setting({ kind: line, default: 'us-east-1', fallback: 'us-east-1', help: 'Region of the bucket.' }),
  S3_ACCESS_KEY_ID: setting({ kind: line, default: 'none', help: 'Key that may read and write the bucket.' }),
  S3_SECRET_ACCESS_KEY: setting({ kind: line, default: 'none', secret: true, help: 'The secret of that key.' }),
  OIDC_ISSUER: setting({
    kind: webAddress,
    default: 'none',
    help: 'Identity provider (OpenID Connect) by which people may sign in, too. Needs OIDC_CLIENT_ID and OIDC_CLIENT_SECRET.',
  }),
  OIDC_CLIENT_ID: setting({ kind: line, default: 'none', help: 'The client ID of this service at the provider.' }),
  OIDC_CLIENT_SECRET: setting({
    kind: line,
    default: 'none',
    secret: true,
    help: 'The client secret. The redirect URI to register is AUTH_URL/signIn/oidc/callback, or PUBLIC_URL/people/signIn/oidc/callback where the two have different host names.',
  }),
  OIDC_NAME: setting({
    kind: line,
    default: 'Single sign-on',
    fallback: 'Single sign-on',
    help: 'The name of this sign-in method where people choose one.',
  }),
  USAGE_RETENTION_MONTHS: setting<number | null>({
    // Fewer would drop usage of the year that invoices and comparisons still refer to.
    kind: monthsOrOff(13),
    default: 'off: usage is kept forever',
    fallback: null,
    help: 'How many whole months of usage record groups are kept before the current one. Ids, reports, totals and balances stay.',
  }),
  CALL_RETENTION_MONTHS: setting<number | null>({
    kind: monthsOrOff(13),
    default: 'off: they are kept forever',
    fallback: null,
    help: 'How many whole months before the current one the raw requests and answers of submitted usage are kept. Reports and receipts stay.',
  }),
  AUDIT_RETENTION_MONTHS: setting<number | null>({
    kind: monthsOrOff(13),
    default: 'off: it is kept forever',
    fallback: null,
    help: 'How many whole months of the audit trail are kept before the current one. What is kept can still be verified.',
  }),
  OPERATION_RETENTION_MONTHS: setting<number | null>({
    kind: monthsOrOff(3),
    default: '25',
    fallback: 25,
    help: 'How many whole months before the current one the events of operations are kept. Operations stay.',
  }),
  MESSAGE_RETENTION_MONTHS: setting<number | null>({
    kind: monthsOrOff(3),
    default: '25',
    fallback: 25,
    help: 'How many whole months before the current one notifications and the messages about them are kept.',
  }),
  METRICS_ON_API: setting({
    kind: onOff,
    default: 'off',
    fallback: false,
    help: 'Whether the port of the API serves /metrics too, to peers on this machine and in private networks.',
  }),
  LOG_LEVEL: setting<LogLevel>({
    kind: oneOf('trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'),
    default: 'info',
    fallback: 'info',
    help: 'The lowest level of log lines that are written.',
  }),
  DEMO: setting({
    kind: onOff,
    default: 'on with the embedded database and simulators on an empty DATA_DIR, else off',
    help: 'Whether an organization with sample data is created at startup. Needs SIMULATORS=on.',
  }),
} as const;

export type SettingName = keyof typeof settings;
export type ValueOf<Name extends SettingName> = (typeof settings)[Name] extends Setting<infer T> ? T : never;

/** Prints the settings as aligned text for the golden file, or as a Markdown table for the README. */
export const printConfigTable = (form: 'text' | 'markdown'): string => {
  const rows = Object.entries(settings).map(([name, row]) => ({
    name,
    kind: row.kind.is,
    default: row.default,
    help: row.help,
  }));
  if (form === 'markdown') {
    const lines = rows.map((row) => `| \`${row.name}\` | ${row.default} | ${row.help} |`);
    return ['| Variable | Default | What it is |', '|---|---|---|', ...lines, ''].join('\n');
  }
  return rows
    .map((row) => `${row.name}\n  ${row.help}\n  value:   ${row.kind}\n  default: ${row.default}\n`)
    .join('\n');
};
