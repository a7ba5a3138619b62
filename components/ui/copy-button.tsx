"use client";

import { Check, Copy, type LucideIcon } from "lucide-react";
import { useEffect, useState } from "react";
import { Button } from "./button";

type Props = {
  text: string | (() => string);
  label: string;
  shown?: string | undefined;
  icon?: LucideIcon;
};

/** Copies `text`, which may be told only at the click. `label` says what, for those who do not see beside what it stands. */
export function CopyButton({ text, label, shown, icon = Copy }: Props) {
  const [state, setState] = useState<"idle" | "copied" | "failed">("idle");

  useEffect(() => {
    if (state === "idle") return;
    const timer = setTimeout(() => setState("idle"), 2000);
    return () => clearTimeout(timer);
  }, [state]);

  const copy = () =>
    copyText(typeof text === "string" ? text : text()).then(
      () => setState("copied"),
      () => setState("failed"),
    );
  const Icon = state === "copied" ? Check : icon;
  return (
    <>
      <Button
        look="quiet"
        size="small"
        aria-label={label}
        title={label}
        className={shown ? "" : "w-7 px-0!"}
        onClick={() => void copy()}
      >
        <Icon aria-hidden="true" />
        {shown && <span>{shown}</span>}
      </Button>
      <span role="status" className="sr-only">
        {state === "copied" && "Copied"}
        {state === "failed" && "Copying failed; select the text and copy it by hand"}
      </span>
    </>
  );
}

/** `navigator.clipboard` exists on secure origins only; plain http on a LAN gets the old way. */
export async function copyText(text: string): Promise<void> {
  if (navigator.clipboard) return navigator.clipboard.writeText(text);
  const carrier = document.createElement("textarea");
  const focused = document.activeElement;
  carrier.value = text;
  carrier.style.position = "fixed";
  carrier.style.opacity = "0";
  // Beside the focused element: inside a dialog nothing outside of it can be selected.
  (focused?.parentElement ?? document.body).append(carrier);
  carrier.select();
  const copied = document.execCommand("copy");
  carrier.remove();
  if (focused instanceof HTMLElement) focused.focus();
  if (!copied) throw new Error("The browser refused to copy.");
}
