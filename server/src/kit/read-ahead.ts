/** The items of a source; the next one is read while the one before is used. Reads at most one item ahead. */
export const readAhead = async function* <T>(source: AsyncIterable<T>): AsyncGenerator<T> {
  const items = source[Symbol.asyncIterator]();
  let next = items.next();
  try {
    for (;;) {
      const { done, value } = await next;
      if (done) return;
      next = items.next();
      // It is thrown when it is its turn, which never comes if the reader leaves before.
      next.catch(() => {});
      yield value;
    }
  } finally {
    await items.return?.();
  }
};
