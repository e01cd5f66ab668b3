const hourMs = 3_600_000;

/** The first instant of the hour that contains a time. */
export const hourOf = (time: Date): Date => new Date(Math.floor(time.getTime() / hourMs) * hourMs);

export const addHours = (time: Date, hours: number): Date => new Date(time.getTime() + hours * hourMs);

/** The first instant of the next month in UTC. */
export const nextMonthUtc = (time: Date): Date => new Date(Date.UTC(time.getUTCFullYear(), time.getUTCMonth() + 1, 1));
