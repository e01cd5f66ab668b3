import { withoutLinks } from './without-links.ts';

/** Reduces untrusted text to one line, so that it can neither forge lines of the mail nor contain links elsewhere. */
export const inLine = (text: string): string =>
  withoutLinks(text)
    .replaceAll(/[\p{Cc}\u2028\u2029]+/gu, ' ')
    .toWellFormed()
    .trim();

/** A time in a mail, UTC. */
export const minute = (time: Date): string => `${time.toISOString().slice(0, 16).replace('T', ' ')} UTC`;
