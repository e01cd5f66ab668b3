import type { Exchange } from '../../simulators/kit/record.ts';
import { type Difference, type PartnerCheck, show } from './difference.ts';

/**
 * A part of a partner's addresses with its published contract. `check` gets the path after `base` and returns null if
 * the contract does not describe it.
 */
export type Part = { base: RegExp; check: (exchange: Exchange, path: string) => Difference[] | null };

/** Pages for people are not part of the protocol. */
export const pages = (base: RegExp): Part => ({
  base,
  check: ({ responseHeaders }) => (responseHeaders['content-type']?.startsWith('text/html') ? [] : null),
});

/** Replaces ids, which would otherwise make each exchange a separate operation. */
const nameOf = (path: string): string => path.replace(/[^/]*\d{3,}[^/]*/g, '{id}').replace(/\/[\w.@-]{24,}/g, '/{id}');

/**
 * Combines parts into one check of a partner. An address that no part covers, or that its part does not know, is a
 * difference; so is a message of an unpublished kind.
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
