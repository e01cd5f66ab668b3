/** Whether an offer's last instant is announced before it comes, and how many days before. */
export type ExpiryNotice = { enabled: boolean; days: number };

export const standardNotice: ExpiryNotice = { enabled: true, days: 7 };

/** Kind of the `due` row that gives the waiting offers a new number of days. Its entity is the last offer done. */
export const spreadDaysKind = 'offer.spread_days';
