import { statfsSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Config } from './config/config.ts';

/** The fields that Node, `pg` and PostgreSQL set on errors. */
type Failure = Error & {
  code?: string;
  syscall?: string;
  path?: string;
  dest?: string;
  port?: number;
  address?: string;
  /** The host name looked up. */
  hostname?: string;
  /** How long the start waited for PostgreSQL in vain; absent if it answered and was lost later. */
  waitedSeconds?: number;
};

const oneLine = (text: string): string => text.trim().replace(/\s*\n\s*/g, ' ');

/** As it appears in a URL; malformed text is shown unchanged. */
const decoded = (text: string): string => {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
};

/** Why a port is unavailable, and the setting that selects it. */
const listenFault = ({ code, port, address, hostname }: Failure, config: Config): string | undefined => {
  const ports = {
    PORT: config.port,
    AUTH_PORT: config.authPort,
    SIMULATOR_PORT: config.simulatorPort,
    OPERATOR_PORT: config.operatorPort,
  };
  const name = Object.entries(ports).find(([, number]) => number === port)?.[0] ?? 'PORT';
  const follows = name === 'PORT' ? '; AUTH_PORT, SIMULATOR_PORT and OPERATOR_PORT follow it' : '';
  const host = address ?? hostname ?? config.host;
  const hostSetting = host === config.operatorHost && host !== config.host ? 'OPERATOR_HOST' : 'HOST';
  const at = `${host}:${port}`;
  switch (code) {
    case 'EADDRINUSE':
      return `Another process listens on ${at} already. Stop it, or set ${name} to a free port${follows}.`;
    case 'EACCES':
      return `This user may not listen on ${at}. Set ${name} to a port above 1023${follows}.`;
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return `This machine has no address ${host} to listen on. Set ${hostSetting} to one of its addresses.`;
    default:
      return undefined;
  }
};

const fullDisk = new Set(['ENOSPC', 'EDQUOT', '53100']);
/** PostgreSQL's write-ahead log consists of files of 16 MiB. */
const roomNeeded = 16 * 1024 * 1024;

const noLinks = new Set(['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EMLINK', 'EXDEV']);

/** Why the data folder cannot be used. */
const folderFault = ({ code = '', syscall, path }: Failure, { dataDir }: Config): string | undefined => {
  const folder = resolve(dataDir);
  if (syscall === 'link' && noLinks.has(code))
    return `The file system of ${folder} does not support hard links, which the lock and the key in it need. Set DATA_DIR to a folder on a local disk.`;
  if (path === undefined || !resolve(path).startsWith(folder)) return undefined;
  switch (code) {
    case 'EACCES':
    case 'EPERM':
    case 'EROFS':
      return `This user may not write ${path}. Give it the folder ${folder}, or set DATA_DIR to one that it may write.`;
    case 'ENOTDIR':
    case 'EEXIST':
      return `${path} is no folder. Set DATA_DIR to a folder, or to a path where one can be made.`;
    default:
      return `${folder} cannot be used: ${code} at ${path}. Set DATA_DIR to a folder on a local disk.`;
  }
};

/** What PGlite says of files that it cannot use. */
const damaged = /^Aborted\(|^PGlite failed to initialize/;

/** Why the embedded database does not open. */
const damageFault = ({ message }: Failure, { databaseUrl, dataDir }: Config): string | undefined =>
  databaseUrl === null && damaged.test(message)
    ? `The database in ${resolve(dataDir, 'database')} does not open: its files are damaged or incomplete. Put a copy of the whole data folder from ` +
      'before in its place, or set DATA_DIR to an empty folder to begin anew.'
    : undefined;

/** The server closes the connection, or speaks another protocol. */
const endedCodes: ReadonlySet<string> = new Set(['ECONNRESET', 'EPIPE', 'EPROTO']);

/** Why the database of DATABASE_URL cannot be reached or used; the password is not shown. */
const databaseFault = (
  { code = '', message }: Failure,
  seconds: number,
  { databaseUrl }: Config,
): string | undefined => {
  if (databaseUrl === null) return undefined;
  const url = new URL(databaseUrl);
  const waited = seconds === 0 ? '' : ` The start waited ${seconds} s for it (DATABASE_WAIT_SECONDS).`;
  const at = `${url.hostname}${url.port ? `:${url.port}` : ''}`;
  switch (code) {
    case 'ECONNREFUSED':
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
    case 'ETIMEDOUT':
    case 'EHOSTUNREACH':
    case 'ENETUNREACH':
      return `No PostgreSQL answers at ${at} (${code}). Start it, or correct DATABASE_URL.${waited}`;
    case '57P03':
      return `PostgreSQL at ${at} does not accept connections yet: ${oneLine(message)}. Check its log.${waited}`;
    case '28P01':
    case '28000':
      return `PostgreSQL at ${at} refuses the user "${decoded(url.username)}": ${oneLine(message)}. Correct DATABASE_URL.`;
    case '3D000':
      return `PostgreSQL at ${at} has no database "${decoded(url.pathname.slice(1))}". Create it, or correct DATABASE_URL.`;
    case '53300':
      return `PostgreSQL at ${at} has no connection left (${oneLine(message)}). Raise its max_connections, or start fewer processes.${waited}`;
    case '42501':
      return `The user "${decoded(url.username)}" of DATABASE_URL may not do what the service needs: ${oneLine(message)}. docs/operating/postgresql.md lists the grants.`;
    default:
      if (/timeout/i.test(message) && /connect/i.test(message))
        return `PostgreSQL at ${at} does not answer. Correct DATABASE_URL, or make it reachable from this machine.${waited}`;
      return /Connection terminated|SSL|certificate/i.test(message) || endedCodes.has(code)
        ? `What answers at ${at} does not speak with us as a PostgreSQL does (${oneLine(message)}). Correct DATABASE_URL.${waited}`
        : undefined;
  }
};

/** Some write errors say only that writing failed, so we try ourselves. */
const hasNoRoom = (folder: string): boolean => {
  try {
    const { bavail, bsize } = statfsSync(folder);
    return bavail * bsize < roomNeeded;
  } catch {
    return false;
  }
};

/** One line for a failed start: what is wrong, and which setting helps. Unexpected errors are shown unchanged. */
export const explainStart = (error: unknown, config: Config): string => {
  const fullFolder = `The disk that holds ${resolve(config.dataDir)} is full. Free some space, or set DATA_DIR to a folder on another disk.`;
  // The file system of the embedded database throws objects that are no errors.
  if (!(error instanceof Error)) {
    if (config.databaseUrl === null && hasNoRoom(config.dataDir)) return fullFolder;
    return typeof error === 'object' ? oneLine(JSON.stringify(error)) : String(error);
  }
  const failure = error as Failure;
  const whole = `${failure.code ?? ''} ${failure.message}`;
  const full = fullDisk.has(failure.code ?? '') || /no space left on device|disk full/i.test(whole);
  // Our own errors state their cause; those of the system and of the embedded database do not.
  const isForeign = failure.code !== undefined || failure.constructor !== Error;
  const isOurs = config.databaseUrl === null && failure.port === undefined && isForeign;
  if (full || (isOurs && hasNoRoom(config.dataDir))) {
    return config.databaseUrl !== null && (failure.code === '53100' || failure.syscall === undefined)
      ? `The disk of PostgreSQL is full: ${oneLine(failure.message)}. Free some space on it.`
      : fullFolder;
  }
  const isOfListening =
    failure.syscall === 'listen' ||
    (failure.syscall === 'getaddrinfo' && [config.host, config.operatorHost].includes(failure.hostname ?? ''));
  if (isOfListening) {
    const line = listenFault(failure, config);
    if (line !== undefined) return line;
  }
  // For a host with several addresses the error contains one failure for each.
  const first = error instanceof AggregateError ? (error.errors[0] as Failure | undefined) : undefined;
  return (
    databaseFault(first ?? failure, failure.waitedSeconds ?? 0, config) ??
    folderFault(failure, config) ??
    damageFault(failure, config) ??
    (failure.name === 'ConfigError' ? failure.message : oneLine(failure.message))
  );
};
