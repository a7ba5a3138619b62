"use client";

import { useState } from "react";
import { copyText } from "@/components/ui/copy-button";

/** Copying by a key: nothing on the screen changes, so it is said. */
export function useCopying() {
  const [said, setSaid] = useState("");
  const copy = (what: string, text: string | Promise<string>) =>
    void Promise.resolve(text)
      .then(copyText)
      .then(
        () => setSaid(`${what} copied`),
        () => setSaid(`${what} could not be copied`),
      );
  return { said, copy };
}

export type Copy = ReturnType<typeof useCopying>["copy"];
