/** The simulator's own fault. */
export const hubspotFaults: Record<string, string> = {
  'daily-limit': 'answers 429 with the policy DAILY, nothing is applied',
};
