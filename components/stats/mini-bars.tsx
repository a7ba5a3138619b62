type Props = { values: readonly number[]; label: string };

const step = 3;
const height = 22;

/** Failures over time in a few pixels, without axes. */
export function MiniBars({ values, label }: Props) {
  const most = Math.max(1, ...values);
  return (
    <svg
      role="img"
      aria-label={label}
      width={values.length * step}
      height={height}
      className="shrink-0"
    >
      <title>{label}</title>
      {values.map((value, n) => {
        const tall = value === 0 ? 1 : Math.max(2, (value / most) * height);
        return (
          <rect
            // biome-ignore lint/suspicious/noArrayIndexKey: hours keep their order
            key={n}
            x={n * step}
            y={height - tall}
            width={step - 1}
            height={tall}
            className={value === 0 ? "fill-line" : "fill-plot-failed"}
          />
        );
      })}
    </svg>
  );
}
