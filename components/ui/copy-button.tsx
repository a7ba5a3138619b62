"use client";

import { Check, Copy, type LucideIcon } from "lucide-react";
import { useEffect, useState } from "react";
import { Button } from "./button";
import { copyText } from "./copy-text";

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
