"use client";

import type { ReactNode } from "react";
import { Card } from "@/components/ui/card";
import { RotateSecret } from "./rotate-secret";
import { SecretCard } from "./secret-card";
import { SignatureCheckForm } from "./signature-check-form";
import { SigningKeyCard } from "./signing-key-card";

type Props = { id: string /** How to verify, highlighted on the server. */; snippets: ReactNode };

/** How a receiver knows that a request came from here. */
export function SigningPanel({ id, snippets }: Props) {
  return (
    <div className="grid max-w-3xl grid-cols-1 gap-6">
      <Card
        title="Signing secret"
        hint="Every request carries a signature made with it (Standard Webhooks, HMAC-SHA256), so that a receiver can tell it came from here."
      >
        <SecretCard id={id} />
        <RotateSecret id={id} />
      </Card>
      <Card
        title="Verify"
        hint="Sign over the body exactly as it came; JSON that was parsed and written again does not fit."
      >
        {snippets}
      </Card>
      <Card
        title="Check a request"
        hint="Paste a request as your receiver got it: the verdict says which secret fits, or why none does."
      >
        <SignatureCheckForm webhookId={id} />
      </Card>
      <SigningKeyCard id={id} />
    </div>
  );
}
