/** Faults that every simulator supports. A partner may add its own. */
export const commonFaults = {
  throttle: 'answers that there were too many requests, nothing is applied',
  'internal-error': 'answers 500 as the partner does, nothing is applied',
  'timeout-before': 'never answers, nothing is applied',
  'timeout-after': 'applies the call, then destroys the connection without an answer',
  'half-answer': 'applies the call, sends half of the answer and destroys the connection',
  rubbish: 'applies the call, answers 200 with an HTML page',
  slow: 'waits `delayMs` (default 1000) before the call is worked on',
  'duplicate-message': 'sends the message twice',
  'drop-message': 'does not send the message',
  'delay-message': 'sends the message `delayMs` (default 5000) later',
} as const;
