const longestMs = 5000;

/** Loads something that a person may need next, once the page is idle. */
export const whenIdle = async <T>(load: () => Promise<T>): Promise<T> => {
  if ('requestIdleCallback' in window)
    await new Promise((done) => window.requestIdleCallback(done, { timeout: longestMs }));
  return load();
};
