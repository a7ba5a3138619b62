const tones = {
  bad: "fill-plot-failed",
  idle: "fill-field",
};

/** A part of a whole as a thin bar, beside its figure. */
export function Share({ share, tone }: { share: number; tone: keyof typeof tones }) {
  return (
    <svg aria-hidden="true" className="mt-1 block w-full" height="4">
      <rect width="100%" height="4" rx="2" className="fill-idle-wash" />
      <rect width={`${Math.max(share, 0.01) * 100}%`} height="4" rx="2" className={tones[tone]} />
    </svg>
  );
}

type Amounts = { delivered: number; retrying: number; failed: number };

/** What became of something, in the colours of the chart. */
export function Fates({ delivered, retrying, failed }: Amounts) {
  const percent = (part: number) => (100 * part) / Math.max(delivered + retrying + failed, 1);
  return (
    <svg aria-hidden="true" className="mt-1 block w-full" height="4">
      <rect width="100%" height="4" rx="2" className="fill-plot-failed" />
      <rect width={`${percent(delivered + retrying)}%`} height="4" className="fill-plot-retrying" />
      <rect width={`${percent(delivered)}%`} height="4" className="fill-plot-delivered" />
    </svg>
  );
}
