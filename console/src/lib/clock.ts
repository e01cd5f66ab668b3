let aheadMs = 0;

/** Now, as the service sees it: a sandbox may be ahead of the machine's clock. Epoch milliseconds. */
export const businessNow = (): number => Date.now() + aheadMs;

/** Learns the time of a sandbox. */
export const keepBusinessTime = (time: string): void => {
  aheadMs = new Date(time).getTime() - Date.now();
};
