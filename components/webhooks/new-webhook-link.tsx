"use client";

import { Plus } from "lucide-react";
import { ReadOnly } from "@/components/page/read-only";
import { ButtonLink } from "@/components/ui/button-link";
import { useMay } from "@/lib/session/queries";

export function NewWebhookLink() {
  if (!useMay("webhooks:write")) return <ReadOnly />;
  return (
    <ButtonLink href="/webhooks/new" look="primary">
      <Plus aria-hidden="true" />
      New webhook
    </ButtonLink>
  );
}
