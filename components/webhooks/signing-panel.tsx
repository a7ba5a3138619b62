"use client";

import type { ReactNode } from "react";
import { Card } from "@/components/ui/card";
import { RotateSecret } from "./rotate-secret";
import { SecretCard } from "./secret-card";
import { SignatureCheckForm } from "./signature-check-form";
import { SigningKeyCard } from "./signing-key-card";

type Props = { id: string /** How to verify, highlighted on the server. */; snippets: ReactNode };

/** Signing secret, public key and signature check of a webhook. */
export function SigningPanel({ id, snippets }: Props) {
  return (
    <div className="grid max-w-3xl grid-cols-1 gap-6">
      <Card
        title="Signing secret"
        hint="Signs every request (Standard Webhooks, HMAC-SHA256), so that receivers can verify the sender."
      >
        <SecretCard id={id} />
        <div className="mt-4 border-line border-t pt-4">
          <RotateSecret id={id} />
        </div>
      </Card>
      <Card
        title="Verify"
        hint="Verify the raw body. Parsed and re-serialised JSON does not match."
      >
        {snippets}
      </Card>
      <Card
        title="Check a request"
        hint="Paste a request as your receiver got it, to see which secret matches or why none does."
      >
        <SignatureCheckForm webhookId={id} />
      </Card>
      <SigningKeyCard id={id} />
    </div>
  );
}
