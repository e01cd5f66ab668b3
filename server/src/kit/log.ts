import { pino } from 'pino';

export type Log = {
  trace(fields: object, message?: string): void;
  debug(fields: object, message?: string): void;
  info(fields: object, message?: string): void;
  warn(fields: object, message?: string): void;
  error(fields: object, message?: string): void;
};

/** Writes one JSON line per entry to stdout. Never pass it values that could be secrets. */
export const createLog = (level: string): Log => pino({ level, base: null });

export const silentLog: Log = {
  trace: () => {},
  debug: () => {},
  info: () => {},
  warn: () => {},
  error: () => {},
};
