"use client";

import { useQuery } from "@tanstack/react-query";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { CopyButton } from "@/components/ui/copy-button";
import { secretQueries } from "@/lib/secrets/queries";
import { useMay } from "@/lib/session/queries";
import { useSetSigningKey } from "@/lib/signing-keys/queries";

/** Signatures that receivers verify without a secret of their own. */
export function SigningKeyCard({ id }: { id: string }) {
  const may = useMay("webhooks:secrets");
  const { data } = useQuery(secretQueries.list(id));
  const set = useSetSigningKey(id);
  const key = data?.signingKey;
  return (
    <Card
      title="Public-key signatures"
      hint="A second signature (v1a, Ed25519) beside the first: receivers verify it with a public key, and have no secret to keep."
    >
      <div className="grid gap-3">
        {key && (
          <div className="flex flex-wrap items-center gap-2">
            <code className="wrap-anywhere min-w-0 rounded-md border border-line bg-sunken px-3 py-1.5 font-mono text-xs leading-5">
              {key.publicKey}
            </code>
            <CopyButton text={key.publicKey} label="Copy public key" shown="Copy" />
          </div>
        )}
        <div className="flex flex-wrap items-center gap-3">
          <Button
            disabled={!may || !data || set.isPending}
            onClick={() => set.mutate(key === undefined)}
          >
            {key ? "Disable v1a signatures" : "Enable v1a signatures"}
          </Button>
          <p role="status" className="text-soft text-sm">
            {!may && "Your role may not change how requests are signed."}
            {set.error?.message}
            {set.isSuccess &&
              (key ? "Requests bear both signatures now." : "The key is forgotten.")}
          </p>
        </div>
      </div>
    </Card>
  );
}
