"use client";

import { Check, Copy, type LucideIcon } from "lucide-react";
import { Button } from "./button";
import { useCopy } from "./use-copy";

type Props = {
  text: string | (() => string);
  label: string;
  shown?: string | undefined;
  icon?: LucideIcon;
};

/** Copies `text`, computed at the click when it is a function. `label` is the accessible name. */
export function CopyButton({ text, label, shown, icon = Copy }: Props) {
  const { copy, isCopied, words } = useCopy(text);
  const Icon = isCopied ? Check : icon;
  return (
    <>
      <Button
        look="quiet"
        size="small"
        aria-label={label}
        title={label}
        shape={shown ? "text" : "icon"}
        onClick={copy}
      >
        <Icon aria-hidden="true" />
        {shown && <span>{shown}</span>}
      </Button>
      <span role="status" className="sr-only">
        {words}
      </span>
    </>
  );
}
