const tones = {
  good: "fill-good",
  warn: "fill-plot-retrying",
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
