import type { ComponentProps } from "react";

// 16 px on a phone: below that Safari zooms the page into the field.
const shape =
  "w-full rounded-md border border-field bg-canvas px-3 text-[1rem] text-ink md:text-base aria-invalid:border-bad aria-invalid:ring-1 aria-invalid:ring-bad disabled:cursor-not-allowed disabled:bg-sunken disabled:text-faint";

export function Input({ className = "", ...rest }: ComponentProps<"input">) {
  return <input className={`${shape} h-10 md:h-9 ${className}`} {...rest} />;
}

export function Select({ className = "", ...rest }: ComponentProps<"select">) {
  return <select className={`${shape} h-10 pr-8 md:h-9 ${className}`} {...rest} />;
}

export function Textarea({ className = "", ...rest }: ComponentProps<"textarea">) {
  return <textarea spellCheck={false} className={`${shape} py-2 ${className}`} {...rest} />;
}
