"use client";

import type { ReactNode } from "react";
import { ButtonLink } from "@/components/ui/button-link";
import { useMay } from "@/lib/session/queries";

/** Leads to the form that publishes an event; for a role that may not publish, the reason stands in its place. */
export function PublishLink({ children = "Publish an event" }: { children?: ReactNode }) {
  if (!useMay("events:write")) {
    return <p className="text-soft text-sm">Your role cannot publish events.</p>;
  }
  return (
    <ButtonLink href="/events" look="primary">
      {children}
    </ButtonLink>
  );
}
