"use client";

import { CircleAlert } from "lucide-react";
import { useEffect, useRef } from "react";
import { CopyButton } from "@/components/ui/copy-button";

export type Fault = { message: string; focus?: (() => void) | undefined };

type Props = { faults: Fault[]; requestId?: string | undefined; submits: number };

/**
 * Lists all errors above the form and takes the focus after each failed submit (error summary pattern of
 * design-system.service.gov.uk).
 */
export function ErrorSummary({ faults, requestId, submits }: Props) {
  const box = useRef<HTMLDivElement>(null);
  const shown = faults.length > 0;

  // Errors that come and go while the user types must not take the focus.
  const focused = useRef(0);
  useEffect(() => {
    if (!shown || focused.current === submits) return;
    focused.current = submits;
    box.current?.focus();
  }, [shown, submits]);

  useEffect(() => {
    if (!shown) return;
    const before = document.title;
    const title = `Error: ${before}`;
    document.title = title;
    return () => {
      if (document.title === title) document.title = before;
    };
  }, [shown]);

  if (!shown) return null;
  return (
    <div
      ref={box}
      role="alert"
      tabIndex={-1}
      className="flex gap-2.5 rounded-lg border border-bad/40 bg-bad-wash px-3.5 py-3"
    >
      <CircleAlert aria-hidden="true" className="mt-0.5 size-4 shrink-0 text-bad" />
      <div className="wrap-anywhere min-w-0">
        {faults.length > 1 && <h2 className="mb-1 font-medium">There is a problem</h2>}
        <ul className="grid gap-1 text-sm">
          {faults.map((fault) => (
            <li key={fault.message}>
              <FaultText fault={fault} />
            </li>
          ))}
        </ul>
        {requestId && (
          <p className="mt-1 flex flex-wrap items-center text-soft text-sm">
            Request <code className="mx-1 wrap-anywhere font-mono text-xs">{requestId}</code>
            <CopyButton text={requestId} label="Copy request id" />
          </p>
        )}
      </div>
    </div>
  );
}

function FaultText({ fault: { message, focus } }: { fault: Fault }) {
  if (!focus) return message;
  return (
    <button
      type="button"
      onClick={focus}
      className="text-left text-bad underline underline-offset-2"
    >
      {message}
    </button>
  );
}
