/** Looks again and again until it is so: for what other processes do. Fails after `ms`. */
export const until = async (what: string, check: () => Promise<boolean> | boolean, ms = 45_000): Promise<void> => {
  const end = performance.now() + ms;
  while (!(await check())) {
    if (performance.now() > end) throw new Error(`not within ${ms} ms: ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
};
