/** AWS and AZURE offers can be accepted until the end of their last day in UTC. */
export const endOfUtcDay = (time: Date): Date =>
  new Date(Date.UTC(time.getUTCFullYear(), time.getUTCMonth(), time.getUTCDate(), 23, 59, 59, 999));
