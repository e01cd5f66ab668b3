import { pino } from 'pino';

export type Log = {
  trace(fields: object, message?: string): void;
  debug(fields: object, message?: string): void;
  info(fields: object, message?: string): void;
  warn(fields: object, message?: string): void;
  error(fields: object, message?: string): void;
};

/** One JSON line an entry on stdout. Values that could be secrets are never passed to it. */
export const createLog = (level: string): Log => pino({ level, base: null });

export const silentLog: Log = {
  trace: () => {},
  debug: () => {},
  info: () => {},
  warn: () => {},
  error: () => {},
};
