/** Faults that only Adyen has. */
export const moreFaults: Record<string, string> = {
  'hold-key': 'keeps the idempotency key in use for `delayMs` (default 1000) after the call was applied',
};
