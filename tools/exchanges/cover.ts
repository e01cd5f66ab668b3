import type { Exchange } from '../../simulators/kit/record.ts';
import { type Difference, type PartnerCheck, show } from './difference.ts';

/**
 * A part of a partner's addresses and what is published of it. `check` gets the path behind `base` and answers null where
 * nothing published describes it.
 */
export type Part = { base: RegExp; check: (exchange: Exchange, path: string) => Difference[] | null };

/** Pages for people are no wire. */
export const pages = (base: RegExp): Part => ({
  base,
  check: ({ responseHeaders }) => (responseHeaders['content-type']?.startsWith('text/html') ? [] : null),
});

/** An id would make an operation of each exchange. */
const nameOf = (path: string): string => path.replace(/[^/]*\d{3,}[^/]*/g, '{id}').replace(/\/[\w.@-]{24,}/g, '/{id}');

/**
 * One check of a partner out of its parts. An address that no part covers, or that its part does not know, is a difference,
 * and so is a message of a kind that nobody published.
 */
export const coverBy =
  (parts: readonly Part[], checkMessage: PartnerCheck): PartnerCheck =>
  (exchange) => {
    if (exchange.message) return checkMessage(exchange);
    const path = decodeURIComponent(exchange.path);
    for (const { base, check } of parts) {
      if (!base.test(path)) continue;
      const found = check(exchange, path.replace(base, '/'));
      if (found) return found;
    }
    const operation = `${exchange.method} ${nameOf(path)}`;
    return [{ operation, side: 'request', at: '', rule: 'no such operation', detail: show(exchange.query) }];
  };
