type Headers = Readonly<Record<string, string | string[] | undefined>>;

const longestMs = 300_000;

const msOf = (value: string, sentAt: unknown): number =>
  /^\d+$/.test(value) ? Number(value) * 1000 : Date.parse(value) - Date.parse(String(sentAt));

/**
 * How long a partner wants to be left alone, by the header `Retry-After` of its answer: seconds, or a time by the clock of
 * the answer's own `Date` (RFC 9110, 10.2.3); at most five minutes, or `mostMs`. Nothing if it does not say.
 */
export const retryAfterOf = (headers: Headers = {}, mostMs = longestMs): { retryAfterMs?: number } => {
  const value = headers['retry-after'];
  const ms = typeof value === 'string' ? msOf(value, headers.date) : 0;
  return ms > 0 ? { retryAfterMs: Math.min(ms, mostMs) } : {};
};
