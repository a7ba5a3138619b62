"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { sessionQueries } from "@/lib/session/queries";
import { sessionNow } from "./session-now";

/**
 * Keeps a page for the person who loaded it. The page is hidden while the browser keeps it for Back and Forward, and shown
 * again only if that person is still signed in; otherwise it is loaded again, which leads to the sign-in page. `visibility`
 * keeps the scroll position. It is also loaded again when it gets the focus after another person signed in in this browser.
 */
export function KeptPage() {
  const client = useQueryClient();
  const person = useFirstPerson();
  useEffect(() => {
    const { style } = document.documentElement;
    const hide = () => {
      style.visibility = "hidden";
      // A page that waits for an answer is not kept. All queries run again when it is shown.
      void client.cancelQueries();
    };
    const show = async ({ persisted }: PageTransitionEvent) => {
      if (!persisted) return;
      if (person && person === (await sessionNow())?.user.id) style.visibility = "";
      else window.location.reload();
    };
    const look = async () => {
      const session = await sessionNow();
      if (person && session && person !== session.user.id) window.location.reload();
    };
    window.addEventListener("pagehide", hide);
    window.addEventListener("pageshow", show);
    window.addEventListener("focus", look);
    return () => {
      window.removeEventListener("pagehide", hide);
      window.removeEventListener("pageshow", show);
      window.removeEventListener("focus", look);
    };
  }, [client, person]);
  return null;
}

/** Returns the id of the person who loaded the page. A page that was sent without its session knows it once that is read. */
function useFirstPerson(): string | undefined {
  const { data } = useQuery(sessionQueries.current());
  const [person, setPerson] = useState(data?.user.id);
  if (person === undefined && data) setPerson(data.user.id);
  return person;
}
