import { barPath } from "./bar-path";

type Props = { values: readonly number[]; label: string };

const step = 3;
const height = 22;

/** Failures over time in a few pixels, without axes. */
export function MiniBars({ values, label }: Props) {
  const most = Math.max(1, ...values);
  const bars = values.map((value, n) => {
    const tall = value === 0 ? 1 : Math.max(2, (value / most) * height);
    return { value, x: n * step, y: height - tall, height: tall };
  });
  const path = (isZero: boolean) =>
    barPath(
      bars.filter(({ value }) => (value === 0) === isZero),
      step - 1,
    );
  return (
    <svg
      role="img"
      aria-label={label}
      width={values.length * step}
      height={height}
      className="shrink-0"
    >
      <title>{label}</title>
      <path d={path(true)} className="fill-line" />
      <path d={path(false)} className="fill-plot-failed" />
    </svg>
  );
}
