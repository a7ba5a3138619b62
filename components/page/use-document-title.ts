"use client";

import { useEffect } from "react";

/** Sets the title of the document while it differs from the page's own; gives the former title back afterwards. */
export function useDocumentTitle(words: string | undefined): void {
  const title = words && `${words} · Postback`;
  useEffect(() => {
    if (!title) return;
    const before = document.title;
    document.title = title;
    return () => {
      if (document.title === title) document.title = before;
    };
  }, [title]);
}
