import { isIP } from 'node:net';
import type { TrustProxy } from './kit/trust-proxy.ts';

/** The environment as a program is given it. */
export type Environment = Readonly<Record<string, string | undefined>>;

export type Role = 'all' | 'serve' | 'work' | 'migrate';
export type SignUp = 'open' | 'first' | 'off';
export type LogLevel = 'trace' | 'debug' | 'info' | 'warn' | 'error' | 'fatal' | 'silent';

/** A token bucket: how many a second, and how many at once after a pause. */
export type RateLimit = { perSecond: number; burst: number };

/** The identity provider of the people: OpenID Connect. */
export type OidcSettings = { issuer: string; clientId: string; clientSecret: string; name: string };

/** Every setting, checked and with its default. */
export type Config = {
  host: string;
  /** 0: a free port is chosen. */
  port: number;
  authPort: number;
  simulatorPort: number;
  dataDir: string;
  /** Null: the embedded database under `dataDir`. */
  databaseUrl: string | null;
  /** Null until the port is known (`PORT=0`); then `urlOf(host, port)`. */
  publicUrl: string | null;
  authUrl: string | null;
  /** Null: the embedded database keeps its own, see `key-file.ts`. */
  secretKey: Buffer | null;
  /** They still open what they once sealed. */
  retiringKeys: readonly Buffer[];
  simulators: boolean;
  simulatedClock: boolean;
  role: Role;
  strictRls: boolean;
  /** Null: no limit. */
  rateLimit: RateLimit | null;
  rateLimitMetering: RateLimit | null;
  trustProxy: TrustProxy;
  signUp: SignUp;
  /** Null: mails are written to `DATA_DIR/outbox`. */
  smtpUrl: string | null;
  mailFrom: string;
  /** Null: people sign in by password and passkey only. */
  oidc: OidcSettings | null;
  logLevel: LogLevel;
  demo: boolean;
};

/** What the settings depend on beside the environment. */
export type Surroundings = {
  /** Whether a data folder holds nothing yet, or is not there. */
  folderIsEmpty: (dir: string) => boolean;
  /** Whether the demo was once laid out in a data folder: its business time goes on being simulated. */
  folderHoldsDemo?: (dir: string) => boolean;
};

/** How one kind of value is read. `parse` gives undefined for a text that is not of the kind. */
type Kind<T> = { is: string; parse: (text: string) => T | undefined };

type Setting<T> = {
  kind: Kind<T>;
  /** The default in words, as the printed table shows it. */
  default: string;
  /** Present when the default is the same whatever else is set. */
  fallback?: T;
  help: string;
  /** Never shown, neither in errors nor in logs. */
  secret?: boolean;
};

const setting = <T>(row: Setting<T>): Setting<T> => row;

const highestPort = 65_535;

const port: Kind<number> = {
  is: `a whole number from 0 to ${highestPort}`,
  parse: (text) => (/^\d{1,5}$/.test(text) && Number(text) <= highestPort ? Number(text) : undefined),
};

const switches: ReadonlyMap<string, boolean> = new Map([
  ['on', true],
  ['1', true],
  ['true', true],
  ['off', false],
  ['0', false],
  ['false', false],
]);

const onOff: Kind<boolean> = { is: 'on or off', parse: (text) => switches.get(text.toLowerCase()) };

const oneOf = <T extends string>(...values: readonly T[]): Kind<T> => ({
  is: `one of ${values.join(', ')}`,
  parse: (text) => values.find((value) => value === text.toLowerCase()),
});

const hostName: Kind<string> = {
  is: 'a host name or an IP address, without port or scheme',
  parse: (text) => (isIP(text) !== 0 || /^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$/i.test(text) ? text : undefined),
};

const folder: Kind<string> = {
  is: 'the path of a folder',
  parse: (text) => (text.includes('\0') ? undefined : text),
};

const webAddress: Kind<string> = {
  is: 'an absolute http or https URL without trailing slash, query, fragment or credentials',
  parse: (text) => {
    const url = URL.canParse(text) ? new URL(text) : undefined;
    if (!url || !/^https?:\/\//i.test(text) || /[?#\s]|\/$/.test(text)) return undefined;
    if (url.username !== '' || url.password !== '') return undefined;
    return url.href.replace(/\/$/, '');
  },
};

const databaseAddress: Kind<string> = {
  is: 'a postgres:// or postgresql:// URL',
  parse: (text) => (/^postgres(ql)?:\/\//.test(text) && URL.canParse(text) ? text : undefined),
};

export const secretBytes = 32;

export const secretKey: Kind<Buffer> = {
  is: `at least ${secretBytes} random bytes, written in base64 or hex`,
  parse: (text) => {
    // Every hex text is also a base64 text of more bytes than it has; so hex is tried first, and is then final.
    const isHex = /^([0-9a-f]{2})+$/i.test(text);
    const isBase64 = /^[\w+/-]+={0,2}$/.test(text);
    const key = isHex ? Buffer.from(text, 'hex') : isBase64 ? Buffer.from(text, 'base64') : undefined;
    return key && key.length >= secretBytes ? key : undefined;
  },
};

const secretKeyList: Kind<Buffer[]> = {
  is: `keys of ${secretKey.is}, comma separated`,
  parse: (text) => {
    const keys = text.split(',').map((part) => secretKey.parse(part.trim()));
    return keys.every((key) => key !== undefined) ? keys : undefined;
  },
};

const rateLimit: Kind<RateLimit | null> = {
  is: 'off, or two whole numbers above 0 like 100/500 (a second / at once)',
  parse: (text) => {
    if (text.toLowerCase() === 'off') return null;
    const [, perSecond, burst] = /^([1-9]\d{0,6})\/([1-9]\d{0,6})$/.exec(text) ?? [];
    return perSecond && burst ? { perSecond: Number(perSecond), burst: Number(burst) } : undefined;
  },
};

const isNetwork = (text: string): boolean => {
  const [address = '', bits, ...more] = text.split('/');
  const width = isIP(address) === 6 ? 128 : 32;
  return isIP(address) !== 0 && more.length === 0 && (bits === undefined || (/^\d{1,3}$/.test(bits) && +bits <= width));
};

const proxies: Kind<TrustProxy> = {
  is: 'off, the number of proxies (1 to 9), or their addresses and networks, such as 10.0.0.1,10.1.0.0/16',
  parse: (text) => {
    if (text.toLowerCase() === 'off' || text === '0') return false;
    if (/^[1-9]$/.test(text)) return Number(text);
    const networks = text.split(',').map((part) => part.trim());
    return networks.every(isNetwork) ? networks : undefined;
  },
};

const mailServer: Kind<string> = {
  is: 'an smtp:// or smtps:// URL, with credentials where the server wants them',
  parse: (text) => {
    const url = /^smtps?:\/\/[^/?#\s]+\/?$/.test(text) && URL.canParse(text) ? new URL(text) : undefined;
    return url && url.hostname !== '' ? text : undefined;
  },
};

const sender: Kind<string> = {
  is: 'a mail address, or a name and an address like Operations <ops@example.com>',
  parse: (text) =>
    /^([^<>"\r\n]*<)?[^<>@\s"]+@[a-z0-9.-]+>?$/i.test(text) && /<.*>$|^[^<>]+$/.test(text) ? text : undefined,
};

const line: Kind<string> = {
  is: 'a line of at most 200 characters',
  parse: (text) => (/^[^\p{Cc}]{1,200}$/u.test(text) ? text : undefined),
};

/** The one table of settings: everything that can be set from outside, and nothing else can. */
const settings = {
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
  PUBLIC_URL: setting({
    kind: webAddress,
    default: 'http://HOST:PORT',
    help: 'Where callers reach the API; it stands in links and in tokens.',
  }),
  AUTH_URL: setting({
    kind: webAddress,
    default: 'http://HOST:AUTH_PORT',
    help: 'Where callers reach the token endpoint; it is the issuer of the tokens.',
  }),
  SECRET_KEY: setting({
    kind: secretKey,
    default: 'embedded: made once and kept in DATA_DIR/secret-key; with DATABASE_URL: required',
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
  ROLE: setting<Role>({
    kind: oneOf('all', 'serve', 'work', 'migrate'),
    default: 'all',
    fallback: 'all',
    help: 'What this process does. Migrate ends when the database is up to date; serve and work need DATABASE_URL.',
  }),
  STRICT_RLS: setting({
    kind: onOff,
    default: 'off',
    fallback: false,
    help: 'Whether reads too are fenced by row-level security, at the cost of some indexes.',
  }),
  RATE_LIMIT: setting<RateLimit | null>({
    kind: rateLimit,
    default: '100/500',
    fallback: { perSecond: 100, burst: 500 },
    help: 'Requests a second / at once, for each caller and process; off: no limit.',
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
    help: 'Proxies whose X-Forwarded-For tells where a caller is; wrong secrets are counted by address.',
  }),
  SIGN_UP: setting<SignUp>({
    kind: oneOf('open', 'first', 'off'),
    default: 'open',
    fallback: 'open',
    help: 'Who may make an account: anybody with a mail address, only the first person ever, or nobody uninvited.',
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
  OIDC_ISSUER: setting({
    kind: webAddress,
    default: 'none',
    help: 'Identity provider (OpenID Connect) by which people may sign in, too. Needs OIDC_CLIENT_ID and OIDC_CLIENT_SECRET.',
  }),
  OIDC_CLIENT_ID: setting({ kind: line, default: 'none', help: 'What the provider calls this service.' }),
  OIDC_CLIENT_SECRET: setting({
    kind: line,
    default: 'none',
    secret: true,
    help: 'The secret that goes with it. The redirect address to register is AUTH_URL/signIn/oidc/callback.',
  }),
  OIDC_NAME: setting({
    kind: line,
    default: 'Single sign-on',
    fallback: 'Single sign-on',
    help: 'What the way to sign in is called where people choose one.',
  }),
  LOG_LEVEL: setting<LogLevel>({
    kind: oneOf('trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'),
    default: 'info',
    fallback: 'info',
    help: 'The least important lines that are still written.',
  }),
  DEMO: setting({
    kind: onOff,
    default: 'on with the embedded database and simulators on an empty DATA_DIR, else off',
    help: 'Whether an organization with sample data is laid out at the start. Needs SIMULATORS=on.',
  }),
} as const;

type SettingName = keyof typeof settings;
type ValueOf<Name extends SettingName> = (typeof settings)[Name] extends Setting<infer T> ? T : never;

/** An error whose message has one line for each wrong setting. */
const configError = (faults: readonly string[]): Error =>
  Object.assign(new Error(faults.join('\n')), { name: 'ConfigError' });

/** `http://host:port`, with an address that a caller on this machine can open when the host means every address. */
export const urlOf = (host: string, portNumber: number): string => {
  const reachable = host === '0.0.0.0' ? '127.0.0.1' : host === '::' ? '::1' : host;
  return `http://${isIP(reachable) === 6 ? `[${reachable}]` : reachable}:${portNumber}`;
};

/**
 * Reads the settings. An empty value counts as absent; unknown variables are ignored.
 * Throws an error that names every wrong variable and what it should be, a line each.
 */
export const loadConfig = (env: Environment, surroundings: Surroundings): Config => {
  const faults: string[] = [];

  /** The value that was set; undefined when absent, or wrong and already noted. */
  const given = <Name extends SettingName>(name: Name): ValueOf<Name> | undefined => {
    const text = env[name]?.trim() ?? '';
    if (text === '') return undefined;
    const row = settings[name] as unknown as Setting<ValueOf<Name>>;
    const value = row.kind.parse(text);
    if (value === undefined) {
      const shown = row.secret ? '' : `, not ${JSON.stringify(text.length > 60 ? `${text.slice(0, 60)}…` : text)}`;
      faults.push(`${name} must be ${row.kind.is}${shown}.`);
    }
    return value;
  };

  const withDefault = <Name extends SettingName>(name: Name): ValueOf<Name> => {
    const value = given(name);
    const row = settings[name] as unknown as Required<Setting<ValueOf<Name>>>;
    return value === undefined ? row.fallback : value;
  };

  const isSet = (name: SettingName): boolean => (env[name]?.trim() ?? '') !== '';

  const host = withDefault('HOST');
  const apiPort = withDefault('PORT');
  const portAfter = (name: 'AUTH_PORT' | 'SIMULATOR_PORT', distance: number): number => {
    const value = given(name);
    if (value !== undefined || apiPort === 0) return value ?? 0;
    if (apiPort + distance > highestPort && !isSet(name)) {
      faults.push(`${name} must be set: PORT + ${distance} is above ${highestPort}.`);
    }
    return apiPort + distance;
  };
  const authPort = portAfter('AUTH_PORT', 1);
  const simulatorPort = portAfter('SIMULATOR_PORT', 2);

  const dataDir = withDefault('DATA_DIR');
  const databaseUrl = given('DATABASE_URL') ?? null;
  const embedded = !isSet('DATABASE_URL');

  const simulators = given('SIMULATORS') ?? embedded;
  // The folder is looked at only where it decides something.
  const mayDemo = embedded && simulators;
  const demo = given('DEMO') ?? (mayDemo && !isSet('DEMO') && surroundings.folderIsEmpty(dataDir));
  const goesOnWithDemo = (): boolean => mayDemo && (surroundings.folderHoldsDemo?.(dataDir) ?? false);
  const simulatedClock = given('SIMULATED_CLOCK') ?? (demo || goesOnWithDemo());
  const role = withDefault('ROLE');
  const key = given('SECRET_KEY') ?? null;

  const ports = { PORT: apiPort, AUTH_PORT: authPort, ...(simulators ? { SIMULATOR_PORT: simulatorPort } : {}) };
  const taken = new Map<number, string>();
  for (const [name, number] of Object.entries(ports)) {
    const other = taken.get(number);
    if (number !== 0 && other) faults.push(`${name} must differ from ${other}; both are ${number}.`);
    taken.set(number, name);
  }
  if (!embedded && !isSet('SECRET_KEY')) {
    faults.push(`SECRET_KEY must be set when DATABASE_URL is: ${secretKey.is}.`);
  }
  if (embedded && (role === 'serve' || role === 'work')) {
    faults.push(
      `ROLE must be all or migrate with the embedded database, not "${role}"; set DATABASE_URL to part them.`,
    );
  }
  if (demo && !simulators) faults.push('DEMO can be on only when SIMULATORS is on.');
  if (simulatedClock && !simulators && isSet('SIMULATED_CLOCK')) {
    faults.push('SIMULATED_CLOCK can be on only when SIMULATORS is on.');
  }

  const oidcNames = ['OIDC_ISSUER', 'OIDC_CLIENT_ID', 'OIDC_CLIENT_SECRET'] as const;
  const [issuer, clientId, clientSecret] = oidcNames.map(given);
  if (oidcNames.some(isSet)) {
    for (const name of oidcNames) if (!isSet(name)) faults.push(`${name} must be set when another OIDC setting is.`);
  }

  const addressOf = (name: 'PUBLIC_URL' | 'AUTH_URL', portNumber: number): string | null =>
    given(name) ?? (portNumber === 0 ? null : urlOf(host, portNumber));

  const config: Config = {
    host,
    port: apiPort,
    authPort,
    simulatorPort,
    dataDir,
    databaseUrl,
    publicUrl: addressOf('PUBLIC_URL', apiPort),
    authUrl: addressOf('AUTH_URL', authPort),
    secretKey: key,
    retiringKeys: withDefault('SECRET_KEY_RETIRING'),
    simulators,
    simulatedClock,
    role,
    strictRls: withDefault('STRICT_RLS'),
    rateLimit: withDefault('RATE_LIMIT'),
    rateLimitMetering: withDefault('RATE_LIMIT_METERING'),
    trustProxy: withDefault('TRUST_PROXY'),
    signUp: withDefault('SIGN_UP'),
    smtpUrl: given('SMTP_URL') ?? null,
    mailFrom: withDefault('MAIL_FROM'),
    oidc:
      issuer && clientId && clientSecret ? { issuer, clientId, clientSecret, name: withDefault('OIDC_NAME') } : null,
    logLevel: withDefault('LOG_LEVEL'),
    demo,
  };
  if (faults.length > 0) throw configError(faults);
  return config;
};

/** The table of settings: aligned text for the golden file, or a Markdown table for the README. */
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
