/** Upper bound of a duration class over that of the class below. Percentiles of classes are exact to ten percent. */
const ratio = 1.1;

/** SQL expression: the class of a duration in milliseconds. */
export function tookOf(durationMs: string): string {
  return `ceil(ln(greatest(${durationMs}, 1)) / ln(${ratio}))::smallint`;
}

/** SQL expression: the upper bound of a class, in milliseconds. */
export function tookAtMost(took: string): string {
  return `floor(power(${ratio}, ${took}))::int`;
}
