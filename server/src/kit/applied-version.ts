/** More than clocks of a service may differ by without a warning (decision 0218). */
const aheadMs = 10_000;

/**
 * The version of the last read that was applied; one from before that is ignored. Some versions are the time at which the partner was
 * queried. A version in the future was written while the clock was ahead. It counts as none (-1); otherwise everything that the partner
 * reports until then would be too old.
 */
export const appliedVersion = (version: number | null | undefined, now: Date): number =>
  version === null || version === undefined || version > now.getTime() + aheadMs ? -1 : version;
