"use client";

import { Eye } from "lucide-react";
import { verifyInNode as verifySnippet } from "@/components/snippets/verify-in-node";
import { Day } from "@/components/time/moment";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { CodeBlock } from "@/components/ui/code-block";
import { CopyButton } from "@/components/ui/copy-button";
import { Notice } from "@/components/ui/notice";
import { useRevealSecret } from "@/lib/secrets/queries";
import { useMay } from "@/lib/session/queries";

const hidden = "whsec_••••••••••••••••••••••••••••••••••••••••••••";

export function SigningPanel({ id }: { id: string }) {
  return (
    <div className="grid max-w-3xl grid-cols-1 gap-6">
      <Card
        title="Signing secret"
        hint="Every request carries a signature made with it (Standard Webhooks, HMAC-SHA256), so that a receiver can tell it came from here."
      >
        <Secret id={id} />
      </Card>
      <Card
        title="Verify in Node"
        hint="Sign over the body exactly as it came; JSON that was parsed and written again does not fit."
      >
        <CodeBlock label="verification code for Node" code={verifySnippet} tall />
      </Card>
    </div>
  );
}

function Secret({ id }: { id: string }) {
  const reveal = useRevealSecret(id);
  const may = useMay("webhooks:secrets");
  const { data, error } = reveal;
  return (
    <div className="grid gap-3">
      <div className="flex flex-wrap items-center gap-2">
        <code className="wrap-anywhere min-w-0 rounded-md border border-line bg-sunken px-3 py-1.5 font-mono text-xs leading-5">
          {data?.secret ?? hidden}
        </code>
        {data ? (
          <>
            <CopyButton text={data.secret} label="Copy signing secret" shown="Copy" />
            <Button look="quiet" size="small" onClick={reveal.reset}>
              Hide
            </Button>
          </>
        ) : (
          <Button
            disabled={!may || reveal.isPending}
            onClick={() => reveal.mutate()}
            aria-label="Reveal signing secret"
          >
            <Eye aria-hidden="true" />
            {reveal.isPending ? "Revealing…" : "Reveal"}
          </Button>
        )}
      </div>
      {!may && <p className="text-soft text-sm">Your role may not see secrets.</p>}
      {data && (
        <p role="status" className="text-soft text-sm">
          In use since <Day at={data.createdAt} />. Keep it where you keep passwords.
        </p>
      )}
      {error && (
        <Notice tone="bad" role="alert" title="The secret could not be read">
          {error.message}
        </Notice>
      )}
    </div>
  );
}
