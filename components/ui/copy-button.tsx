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

/** Copies `text`, computed at the click when it is a function. `label` is the accessible name. */
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
        shape={shown ? "text" : "icon"}
        onClick={() => void copy()}
      >
        <Icon aria-hidden="true" />
        {shown && <span>{shown}</span>}
      </Button>
      <span role="status" className="sr-only">
        {state === "copied" && "Copied"}
        {state === "failed" && "Copying failed. Select the text and copy it manually."}
      </span>
    </>
  );
}

/**
 * Copies text. `navigator.clipboard` exists on secure origins only and may be refused, as in a frame; then `execCommand`
 * copies.
 * @throws Error when the browser refuses both
 */
export async function copyText(text: string): Promise<void> {
  const written = navigator.clipboard?.writeText(text).then(
    () => true,
    () => false,
  );
  if (await written) return;
  const carrier = document.createElement("textarea");
  const focused = document.activeElement;
  carrier.value = text;
  carrier.style.position = "fixed";
  carrier.style.opacity = "0";
  // An open dialog takes the focus from elements outside of it. In Safari it has the focus itself, because a click on a
  // button gives the button none.
  (focused?.closest("[role=dialog]") ?? document.body).append(carrier);
  carrier.select();
  const copied = document.execCommand("copy");
  carrier.remove();
  if (focused instanceof HTMLElement) focused.focus();
  if (!copied) throw new Error("The browser refused to copy.");
}
