import type { ComponentProps } from "react";

const heights = { normal: "h-10 md:h-9", toolbar: "h-8", lines: "py-2" } as const;
// 16 px on a phone: below that Safari zooms the page into the field.
const texts = {
  normal: "text-[1rem] md:text-base",
  small: "text-sm",
  code: "font-mono text-[1rem] md:text-xs",
} as const;
const widths = { full: "w-full", fit: "w-auto" } as const;

/** Attributes of a field for ids, names, passwords or code: the keyboard of a phone leaves what is typed as it is. */
export const literal = { autoCapitalize: "none", autoCorrect: "off", spellCheck: false } as const;

export type Shape = {
  height?: keyof typeof heights | undefined;
  text?: keyof typeof texts | undefined;
  width?: keyof typeof widths | undefined;
};
type Props<Tag extends "input" | "textarea"> = Shape & Omit<ComponentProps<Tag>, keyof Shape>;

export function fieldShape({ height = "normal", text = "normal", width = "full" }: Shape): string {
  return `rounded-md border border-field bg-canvas px-3 text-ink aria-invalid:border-bad aria-invalid:ring-1 aria-invalid:ring-bad disabled:cursor-not-allowed disabled:bg-sunken disabled:text-faint ${heights[height]} ${texts[text]} ${widths[width]}`;
}

export function Input({ height, text, width, className = "", ...rest }: Props<"input">) {
  return <input className={`${fieldShape({ height, text, width })} ${className}`} {...rest} />;
}

export function Textarea({ text, width, className = "", ...rest }: Props<"textarea">) {
  const shape = fieldShape({ height: "lines", text, width });
  return <textarea {...literal} className={`${shape} ${className}`} {...rest} />;
}
