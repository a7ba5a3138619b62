"use client";

import { CircleQuestionMark } from "lucide-react";
import { type ReactNode, useId } from "react";
import { Popover } from "./popover";

type Props = { of: string; className?: string; children: ReactNode };

/** A button that explains a figure by tap and keyboard too; a title shows only to a mouse. */
export function Explanation({ of, className = "", children }: Props) {
  const id = useId();
  return (
    <Popover
      label={of}
      describedBy={id}
      align="end"
      trigger={
        <button
          type="button"
          aria-label={`About ${of}`}
          className={`tap-area grid size-6 place-items-center rounded-sm text-faint hover:text-ink aria-expanded:text-ink ${className}`}
        >
          <CircleQuestionMark aria-hidden="true" className="size-3.5" />
        </button>
      }
    >
      <div id={id} className="grid max-w-72 gap-1.5 text-sm">
        {children}
      </div>
    </Popover>
  );
}
