/** Deliveries a second that this many worker processes reached together. */
export type Sample = { workers: number; perSecond: number };

/** Parameters of the Universal Scalability Law. `contention` is the serial part, `coherence` the cost of each pair. */
export type ScalingModel = { contention: number; coherence: number };

/**
 * Fits the Universal Scalability Law (Gunther, 2007) to samples, of which one is of a single worker:
 * `X(n) = n × X(1) ÷ (1 + contention × (n − 1) + coherence × n × (n − 1))`.
 *
 * Least squares over its linear form, `n × X(1) ÷ X(n) − 1`. Two samples cannot tell the two parameters apart: the law
 * is then that of Amdahl, without coherence. Parameters are never negative.
 */
export function fitScaling(samples: Sample[]): ScalingModel {
  const one = samples.find(({ workers }) => workers === 1)?.perSecond ?? Number.NaN;
  const rows = samples
    .filter(({ workers }) => workers > 1)
    .map(({ workers: n, perSecond }) => ({
      a: n - 1,
      b: n * (n - 1),
      y: (n * one) / perSecond - 1,
    }));
  const sum = (of: (row: (typeof rows)[number]) => number) =>
    rows.reduce((total, row) => total + of(row), 0);
  const [aa, ab, bb] = [sum(({ a }) => a * a), sum(({ a, b }) => a * b), sum(({ b }) => b * b)];
  const [ay, by] = [sum(({ a, y }) => a * y), sum(({ b, y }) => b * y)];
  const determinant = aa * bb - ab * ab;
  const contention = (ay * bb - by * ab) / determinant;
  const coherence = (by * aa - ay * ab) / determinant;
  if (rows.length < 2 || coherence < 0) return { contention: Math.max(0, ay / aa), coherence: 0 };
  if (contention < 0) return { contention: 0, coherence: Math.max(0, by / bb) };
  return { contention, coherence };
}

/** Returns how many times as fast as one worker the model expects this many to be. */
export function speedUp({ contention, coherence }: ScalingModel, workers: number): number {
  return workers / (1 + contention * (workers - 1) + coherence * workers * (workers - 1));
}

/** Returns the number of workers beyond which another one makes all together slower. */
export function peak({ contention, coherence }: ScalingModel): number {
  return coherence > 0 ? Math.sqrt((1 - contention) / coherence) : Number.POSITIVE_INFINITY;
}
