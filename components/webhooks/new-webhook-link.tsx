"use client";

import { Plus } from "lucide-react";
import { ButtonLink } from "@/components/ui/button-link";
import { useMay } from "@/lib/session/queries";

export function NewWebhookLink() {
  if (!useMay("webhooks:write")) {
    return <p className="text-soft text-sm">Your role is read-only.</p>;
  }
  return (
    <ButtonLink href="/webhooks/new" look="primary">
      <Plus aria-hidden="true" />
      New webhook
    </ButtonLink>
  );
}
