const looks = {
  primary: "forced-colors:border bg-accent-solid text-on-accent shadow-low hover:bg-accent-strong",
  plain: "border border-line bg-raised text-ink shadow-low hover:bg-hover",
  quiet: "text-soft hover:bg-idle-wash hover:text-ink",
  danger: "border border-line bg-raised text-bad shadow-low hover:border-bad hover:bg-bad-wash",
  "danger-solid": "forced-colors:border bg-bad-solid text-on-accent shadow-low hover:opacity-90",
} as const;
// Least heights: with large text on a narrow screen, long labels wrap.
const sizes = {
  small: "min-h-7 text-sm",
  toolbar: "min-h-8 text-sm",
  normal: "min-h-9 text-base",
} as const;
const small = { text: "gap-1.5 px-2.5", tight: "gap-1 px-1.5", icon: "w-7" } as const;
const shapes = {
  small,
  toolbar: small,
  normal: { text: "gap-2 px-3.5", tight: "gap-1.5 px-2", icon: "w-9" },
} as const;

export type Look = {
  look?: keyof typeof looks | undefined;
  size?: keyof typeof sizes | undefined;
  /** `icon` holds an icon alone; `tight` has the least padding around text. */
  shape?: keyof typeof small | undefined;
  /** Fully rounded ends. */
  pill?: boolean | undefined;
  className?: string | undefined;
};

/** Returns the classes of a button, for everything that looks like one. */
export function buttonShape(variant: Look): string {
  const { look = "plain", size = "normal", shape = "text", pill, className = "" } = variant;
  return `tap inline-flex max-w-full shrink-0 items-center justify-center font-medium sm:whitespace-nowrap transition-colors disabled:cursor-not-allowed disabled:opacity-60 aria-disabled:cursor-not-allowed aria-disabled:opacity-60 [&_svg:not([class*='size-'])]:size-4 [&_svg]:shrink-0 ${pill ? "rounded-full" : "rounded-md"} ${looks[look]} ${sizes[size]} ${shapes[size][shape]} ${className}`;
}
