import { isIP } from 'node:net';
import { refusedAddress } from '../adapters/outgoing/address-rule.ts';
import type { AllowedHost } from '../adapters/outgoing/allowed-hosts.ts';
import type { TrustProxy } from '../kit/trust-proxy.ts';
import { highestPort, type RateLimit, secretKey } from './kinds.ts';
import {
  type Choice,
  type LogLevel,
  type Role,
  type Setting,
  type SettingName,
  type SignUp,
  settings,
  type ValueOf,
} from './settings.ts';

/** The environment variables of a program. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** The identity provider for people: OpenID Connect. */
export type OidcSettings = { issuer: string; clientId: string; clientSecret: string; name: string };

/** An S3-compatible file storage. */
export type S3Settings = {
  /** Null for AWS itself. */
  endpoint: string | null;
  region: string;
  bucket: string;
  accessKeyId: string;
  secretAccessKey: string;
};

/** Every setting, validated and with defaults applied. */
export type Config = {
  host: string;
  /** 0 to choose a free port. */
  port: number;
  authPort: number;
  simulatorPort: number;
  /** Null if there is no listener for operators. */
  operatorPort: number | null;
  operatorHost: string;
  metricsOnApi: boolean;
  dataDir: string;
  /** Null for the embedded database under `dataDir`. */
  databaseUrl: string | null;
  /** Null until the port is known (`PORT=0`); then `urlOf(host, port)`. */
  publicUrl: string | null;
  authUrl: string | null;
  /** Null if the embedded database manages its own key; see `key-file.ts`. */
  secretKey: Buffer | null;
  /** Keys that still open what was sealed with them. */
  retiringKeys: readonly Buffer[];
  simulators: boolean;
  simulatedClock: boolean;
  /** Host names under which other machines may call the simulators' control API and pages. */
  controlHosts: readonly string[];
  /** Hosts outside the public internet that connections may use. */
  allowedHosts: readonly AllowedHost[];
  role: Role;
  strictRls: boolean;
  databasePooler: Choice;
  preparedStatements: Choice;
  databaseWaitSeconds: number;
  /** Null for no limit. */
  rateLimit: RateLimit | null;
  rateLimitMetering: RateLimit | null;
  trustProxy: TrustProxy;
  signUp: SignUp;
  /** Null if mails are written to `DATA_DIR/outbox`. */
  smtpUrl: string | null;
  mailFrom: string;
  /** Null if replies to mails about support tickets are not received. */
  supportMail: { domain: string; secret: string } | null;
  /** Null if mails are drafted from templates alone. */
  emailWriter: { url: string; token: string | null } | null;
  /** Null if files are stored in `DATA_DIR/files`. */
  s3: S3Settings | null;
  /** Null if people can sign in only by password and passkey. */
  oidc: OidcSettings | null;
  /** How many whole months before the current one are kept of each kind of record; null: all. */
  retention: Record<'usage' | 'call' | 'audit' | 'operation' | 'message', number | null>;
  logLevel: LogLevel;
  demo: boolean;
};

/** What settings depend on besides the environment. */
export type Surroundings = {
  /** Whether a data folder is empty or does not exist. */
  folderIsEmpty: (dir: string) => boolean;
  /** Whether a data folder contains the demo: its business time then stays simulated. */
  folderHoldsDemo?: (dir: string) => boolean;
};

/** An error with one line for each invalid setting. */
const configError = (faults: readonly string[]): Error =>
  Object.assign(new Error(faults.join('\n')), { name: 'ConfigError' });

/** `http://host:port`, with an address that works on this machine even if the host means all addresses. */
export const urlOf = (host: string, portNumber: number): string => {
  const reachable = host === '0.0.0.0' ? '127.0.0.1' : host === '::' ? '::1' : host;
  return `http://${isIP(reachable) === 6 ? `[${reachable}]` : reachable}:${portNumber}`;
};

/** Reads the environment by the table of settings. Errors are added to `faults`. */
const createReader = (env: Environment, faults: string[]) => {
  const textOf = (name: SettingName): string => env[name]?.trim() ?? '';

  /** The value that was set; undefined if absent, or if invalid and already reported. */
  const given = <Name extends SettingName>(name: Name): ValueOf<Name> | undefined => {
    const text = textOf(name);
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

  return { given, withDefault, isSet: (name: SettingName): boolean => textOf(name) !== '', faults };
};

type Reader = ReturnType<typeof createReader>;

const readPorts = ({ given, withDefault, isSet, faults }: Reader) => {
  const port = withDefault('PORT');
  const portAfter = (name: 'AUTH_PORT' | 'SIMULATOR_PORT' | 'OPERATOR_PORT', distance: number): number | null => {
    const value = given(name);
    if (value !== undefined) return value;
    if (port === 0) return 0;
    if (port + distance > highestPort && !isSet(name)) {
      faults.push(`${name} must be set: PORT + ${distance} is above ${highestPort}.`);
    }
    return port + distance;
  };
  return {
    port,
    authPort: portAfter('AUTH_PORT', 1) ?? 0,
    simulatorPort: portAfter('SIMULATOR_PORT', 2) ?? 0,
    operatorPort: portAfter('OPERATOR_PORT', 3),
  };
};

const checkPortsDiffer = (ports: Readonly<Record<string, number | null>>, faults: string[]): void => {
  const taken = new Map<number, string>();
  for (const [name, number] of Object.entries(ports)) {
    if (number === null) continue;
    const other = taken.get(number);
    if (number !== 0 && other) faults.push(`${name} must differ from ${other}; both are ${number}.`);
    taken.set(number, name);
  }
};

const readOidc = ({ given, withDefault, isSet, faults }: Reader): OidcSettings | null => {
  const names = ['OIDC_ISSUER', 'OIDC_CLIENT_ID', 'OIDC_CLIENT_SECRET'] as const;
  const [issuer, clientId, clientSecret] = names.map(given);
  if (names.some(isSet)) {
    for (const name of names) if (!isSet(name)) faults.push(`${name} must be set when another OIDC setting is.`);
  }
  return issuer && clientId && clientSecret ? { issuer, clientId, clientSecret, name: withDefault('OIDC_NAME') } : null;
};

const readSupportMail = ({ given, isSet, faults }: Reader): Config['supportMail'] => {
  const names = ['SUPPORT_MAIL_DOMAIN', 'SUPPORT_MAIL_SECRET'] as const;
  const [domain, secret] = names.map(given);
  if (names.some(isSet)) {
    for (const name of names) if (!isSet(name)) faults.push(`${name} must be set when the other one is.`);
  }
  return domain && secret ? { domain, secret } : null;
};

const readEmailWriter = ({ given, withDefault, isSet, faults }: Reader): Config['emailWriter'] => {
  const [url, token] = [given('EMAIL_WRITER_URL'), given('EMAIL_WRITER_TOKEN')];
  if (!isSet('EMAIL_WRITER_URL') && isSet('EMAIL_WRITER_TOKEN'))
    faults.push('EMAIL_WRITER_URL must be set when EMAIL_WRITER_TOKEN is.');
  if (!url) return null;
  const reason = refusedAddress(url, { schemes: ['https:'], allowed: withDefault('ALLOWED_HOSTS') });
  if (reason !== null) faults.push(`EMAIL_WRITER_URL ${reason}. ALLOWED_HOSTS can name its host.`);
  return { url, token: token ?? null };
};

const readS3 = ({ given, withDefault, isSet, faults }: Reader): S3Settings | null => {
  const names = ['S3_BUCKET', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'] as const;
  const [bucket, accessKeyId, secretAccessKey] = names.map(given);
  const endpoint = given('S3_ENDPOINT') ?? null;
  const region = withDefault('S3_REGION');
  if ([...names, 'S3_ENDPOINT' as const, 'S3_REGION' as const].some(isSet)) {
    for (const name of names) if (!isSet(name)) faults.push(`${name} must be set when another S3 setting is.`);
  }
  return bucket && accessKeyId && secretAccessKey ? { endpoint, region, bucket, accessKeyId, secretAccessKey } : null;
};

/** Determines what is simulated, and whether the demo is created. Inspects the folder only if it matters. */
const readSimulation = ({ given, isSet, faults }: Reader, surroundings: Surroundings, dataDir: string) => {
  const embedded = !isSet('DATABASE_URL');
  const simulators = given('SIMULATORS') ?? embedded;
  const mayDemo = embedded && simulators;
  const demo = given('DEMO') ?? (mayDemo && !isSet('DEMO') && surroundings.folderIsEmpty(dataDir));
  const goesOnWithDemo = (): boolean => mayDemo && (surroundings.folderHoldsDemo?.(dataDir) ?? false);
  const simulatedClock = given('SIMULATED_CLOCK') ?? (demo || goesOnWithDemo());
  if (demo && !simulators) faults.push('DEMO can be on only when SIMULATORS is on.');
  if (simulatedClock && !simulators && isSet('SIMULATED_CLOCK')) {
    faults.push('SIMULATED_CLOCK can be on only when SIMULATORS is on.');
  }
  return { simulators, simulatedClock, demo };
};

/**
 * Reads the settings. An empty value counts as absent; unknown variables are ignored. Throws an error with one line for
 * each invalid variable and what it should be.
 */
export const loadConfig = (env: Environment, surroundings: Surroundings): Config => {
  const faults: string[] = [];
  const reader = createReader(env, faults);
  const { given, withDefault, isSet } = reader;

  const host = withDefault('HOST');
  const ports = readPorts(reader);
  const dataDir = withDefault('DATA_DIR');
  const databaseUrl = given('DATABASE_URL') ?? null;
  const simulation = readSimulation(reader, surroundings, dataDir);
  const role = withDefault('ROLE');
  const key = given('SECRET_KEY') ?? null;

  const { port: PORT, authPort: AUTH_PORT, simulatorPort: SIMULATOR_PORT, operatorPort: OPERATOR_PORT } = ports;
  checkPortsDiffer({ PORT, AUTH_PORT, OPERATOR_PORT, ...(simulation.simulators ? { SIMULATOR_PORT } : {}) }, faults);
  if (isSet('DATABASE_URL') && !isSet('SECRET_KEY')) {
    faults.push(`SECRET_KEY must be set when DATABASE_URL is: ${secretKey.is}.`);
  }
  if (!isSet('DATABASE_URL') && (role === 'serve' || role === 'work')) {
    faults.push(
      `ROLE must be all or migrate with the embedded database, not "${role}"; set DATABASE_URL to part them.`,
    );
  }

  const addressOf = (name: 'PUBLIC_URL' | 'AUTH_URL', portNumber: number): string | null =>
    given(name) ?? (portNumber === 0 ? null : urlOf(host, portNumber));

  const config: Config = {
    host,
    ...ports,
    dataDir,
    databaseUrl,
    publicUrl: addressOf('PUBLIC_URL', ports.port),
    authUrl: addressOf('AUTH_URL', ports.authPort),
    secretKey: key,
    retiringKeys: withDefault('SECRET_KEY_RETIRING'),
    ...simulation,
    controlHosts: withDefault('CONTROL_HOSTS'),
    allowedHosts: withDefault('ALLOWED_HOSTS'),
    role,
    strictRls: withDefault('STRICT_RLS'),
    databasePooler: withDefault('DATABASE_POOLER'),
    preparedStatements: withDefault('PREPARED_STATEMENTS'),
    databaseWaitSeconds: withDefault('DATABASE_WAIT_SECONDS'),
    rateLimit: withDefault('RATE_LIMIT'),
    rateLimitMetering: withDefault('RATE_LIMIT_METERING'),
    trustProxy: withDefault('TRUST_PROXY'),
    signUp: withDefault('SIGN_UP'),
    smtpUrl: given('SMTP_URL') ?? null,
    mailFrom: withDefault('MAIL_FROM'),
    supportMail: readSupportMail(reader),
    emailWriter: readEmailWriter(reader),
    s3: readS3(reader),
    oidc: readOidc(reader),
    operatorHost: withDefault('OPERATOR_HOST'),
    metricsOnApi: withDefault('METRICS_ON_API'),
    retention: {
      usage: withDefault('USAGE_RETENTION_MONTHS'),
      call: withDefault('CALL_RETENTION_MONTHS'),
      audit: withDefault('AUDIT_RETENTION_MONTHS'),
      operation: withDefault('OPERATION_RETENTION_MONTHS'),
      message: withDefault('MESSAGE_RETENTION_MONTHS'),
    },
    logLevel: withDefault('LOG_LEVEL'),
  };
  if (faults.length > 0) throw configError(faults);
  return config;
};
