type Results<T extends readonly (() => Promise<unknown>)[]> = {
  -readonly [K in keyof T]: Awaited<ReturnType<T[K]>>;
};

/**
 * Like `Promise.all`, with at most `limit` of the works under way at once. Starts them in their order, and none after one has
 * rejected.
 */
export async function atMost<const T extends readonly (() => Promise<unknown>)[]>(
  limit: number,
  works: T,
): Promise<Results<T>> {
  const results: unknown[] = [];
  const entries = works.entries();
  let isOver = false;
  const lane = async () => {
    for (const [at, work] of entries) {
      if (isOver) return;
      results[at] = await work();
    }
  };
  try {
    await Promise.all(Array.from({ length: limit }, lane));
  } finally {
    isOver = true;
  }
  // Safe: every work has put its result at its place.
  return results as Results<T>;
}
