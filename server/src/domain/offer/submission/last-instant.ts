/** AWS and AZURE let an offer be accepted until its last day is over, in UTC. */
export const endOfUtcDay = (time: Date): Date =>
  new Date(Date.UTC(time.getUTCFullYear(), time.getUTCMonth(), time.getUTCDate(), 23, 59, 59, 999));
