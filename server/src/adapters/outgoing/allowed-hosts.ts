/**
 * A host that may be called although it is not on the public internet: named by the operator, or one of our simulators.
 */
export type AllowedHost = {
  /** As `URL.hostname` has it, without the brackets of IPv6. */
  host: string;
  /** Null: any port that a public address may name. */
  port: number | null;
  /** Called by plain http only. */
  plain: boolean;
  /** What may be called on it: these paths and everything below them; null: everything. */
  paths: readonly string[] | null;
};

const entry = /^(http:\/\/|https:\/\/)?(\[[0-9a-f:.]+\]|[a-z0-9_.-]+)(?::(\d{1,5}))?$/i;
const portMax = 65_535;

/** Reads `host`, `host:port`, `https://host:port`, or `http://host:port` for plain http; undefined: it is none. */
export const parseAllowedHost = (text: string): AllowedHost | undefined => {
  const [, scheme = '', written = '', digits] = entry.exec(text) ?? [];
  const plain = scheme.toLowerCase() === 'http://';
  if (written === '' || !URL.canParse(`http://${written}/`)) return undefined;
  const { hostname } = new URL(`http://${written}/`);
  // A host that is read differently from how it is written is a mistake, or a disguise.
  if (hostname !== written.toLowerCase()) return undefined;
  const port = digits === undefined ? (plain ? 80 : null) : Number(digits);
  if (port !== null && (port < 1 || port > portMax)) return undefined;
  return { host: hostname.replace(/^\[(.*)\]$/, '$1'), port, plain, paths: null };
};

/**
 * The entry for an origin such as `http://127.0.0.1:8082`, of which only `paths` may be called. Throws if it is not
 * one.
 */
export const allowOrigin = (origin: string, paths: readonly string[] | null = null): AllowedHost => {
  const parsed = parseAllowedHost(origin);
  if (!parsed) throw new Error(`${origin} is not the address of a host`);
  return { ...parsed, paths };
};

type Target = { scheme: string; host: string; port: number };

/** The entry that allows a connection. */
export const findAllowed = (allowed: readonly AllowedHost[], { scheme, host, port }: Target): AllowedHost | undefined =>
  allowed.find(
    (one) =>
      one.host === host.toLowerCase() && (one.port === null || one.port === port) && one.plain === (scheme === 'http:'),
  );

/** Whether an entry allows a path, in the form of `URL.pathname`: dots resolved, escapes kept. */
export const allowsPath = ({ paths }: AllowedHost, path: string): boolean =>
  paths === null || paths.some((one) => path === one || path.startsWith(`${one}/`));
