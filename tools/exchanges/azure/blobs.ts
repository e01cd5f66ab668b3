import type { Part } from '../cover.ts';
import type { Difference } from '../difference.ts';

/**
 * Downloads from Azure Storage through a shared access signature ("Get Blob", "Create a service SAS"): the query of the
 * link, and that a refusal is XML with its code in `x-ms-error-code`. No model describes the contents of the files.
 */
export const blobPart = (base: RegExp): Part => ({
  base,
  check: ({ method, query, status, responseHeaders, fault }) => {
    if (method !== 'GET') return null;
    const operation = 'Blob GET';
    const found: Difference[] = [];
    const report = (side: Difference['side'], at: string, rule: string, detail: string): void =>
      void found.push({ operation, side, at, rule, detail });
    const grant = new URLSearchParams(query);
    for (const name of ['sv', 'se', 'sr', 'sp', 'sig'])
      if (!grant.has(name)) report('request', name, 'missing member', query);
    if (fault) return found;
    if (status !== 200 && status !== 206 && responseHeaders['x-ms-error-code'] === undefined)
      report('answer', 'x-ms-error-code', 'missing member', String(status));
    if (status < 300 && !/^text\/(csv|tab-separated-values)$/.test(responseHeaders['content-type'] ?? ''))
      report('answer', 'content-type', 'wrong content type', responseHeaders['content-type'] ?? '');
    return found;
  },
});
