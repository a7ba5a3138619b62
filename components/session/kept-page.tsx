"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { sessionQueries } from "@/lib/session/queries";
import { sessionNow } from "./session-now";

/**
 * Hides a page while the browser keeps it for Back and Forward. Shows it again only if the same person is still signed
 * in; otherwise loads it again, which leads to the sign-in page. `visibility` keeps the scroll position.
 */
export function KeptPage() {
  const client = useQueryClient();
  useEffect(() => {
    const { style } = document.documentElement;
    const hide = () => {
      style.visibility = "hidden";
      // A page that waits for an answer is not kept. All queries run again when it is shown.
      void client.cancelQueries();
    };
    const show = async ({ persisted }: PageTransitionEvent) => {
      if (!persisted) return;
      const { queryKey } = sessionQueries.current();
      const person = client.getQueryData(queryKey)?.user.id;
      if (person && person === (await sessionNow())?.user.id) style.visibility = "";
      else window.location.reload();
    };
    window.addEventListener("pagehide", hide);
    window.addEventListener("pageshow", show);
    return () => {
      window.removeEventListener("pagehide", hide);
      window.removeEventListener("pageshow", show);
    };
  }, [client]);
  return null;
}
