type Bar = { x: number; y: number; height: number };

/** Returns the path of bars of one width, as a single element: a list of small charts has thousands of bars. */
export function barPath(bars: readonly Bar[], width: number): string {
  return bars
    .filter(({ height }) => height > 0)
    .map(({ x, y, height }) => `M${x} ${rounded(y)}h${width}v${rounded(height)}h-${width}z`)
    .join("");
}

function rounded(length: number): number {
  return Math.round(100 * length) / 100;
}
