/** Each class of durations ends a tenth later than the one before: a percentile of classes is that exact. */
const ratio = 1.1;

/** In SQL, the class of a duration in milliseconds. */
export function tookOf(durationMs: string): string {
  return `ceil(ln(greatest(${durationMs}, 1)) / ln(${ratio}))::smallint`;
}

/** In SQL, what everything in a class took at most. */
export function tookAtMost(took: string): string {
  return `floor(power(${ratio}, ${took}))::int`;
}
