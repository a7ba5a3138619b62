"use client";

import { useEffect, useState } from "react";
import { copyText } from "./copy-text";

/** Copies text, computed at the click when it is a function. `words` is the result for a status region, for two seconds. */
export function useCopy(text: string | (() => string)) {
  const [state, setState] = useState<keyof typeof results>("idle");

  useEffect(() => {
    if (state === "idle") return;
    const timer = setTimeout(() => setState("idle"), 2000);
    return () => clearTimeout(timer);
  }, [state]);

  const copy = () =>
    void copyText(typeof text === "string" ? text : text()).then(
      () => setState("copied"),
      () => setState("failed"),
    );
  return { copy, isCopied: state === "copied", words: results[state] };
}

const results = {
  idle: "",
  copied: "Copied",
  failed: "Copying failed. Select the text and copy it manually.",
} as const;
