const looks = {
  primary: "forced-colors:border bg-accent-solid text-on-accent shadow-low hover:bg-accent-strong",
  plain: "border border-line bg-raised text-ink shadow-low hover:bg-hover",
  quiet: "text-soft hover:bg-idle-wash hover:text-ink",
  danger: "border border-line bg-raised text-bad shadow-low hover:border-bad hover:bg-bad-wash",
  "danger-solid": "forced-colors:border bg-bad-solid text-on-accent shadow-low hover:opacity-90",
} as const;
const sizes = {
  small: "h-7 gap-1.5 px-2.5 text-sm",
  normal: "h-9 gap-2 px-3.5 text-base",
} as const;

export type Look = { look?: keyof typeof looks; size?: keyof typeof sizes };

/** How a button looks, for whatever looks like one. */
export function buttonShape({ look = "plain", size = "normal" }: Look): string {
  return `inline-flex shrink-0 items-center justify-center whitespace-nowrap rounded-md font-medium transition-colors disabled:cursor-not-allowed disabled:opacity-60 aria-disabled:cursor-not-allowed aria-disabled:opacity-60 [&_svg]:size-4 [&_svg]:shrink-0 ${looks[look]} ${sizes[size]}`;
}
