"use client";

import { useQuery } from "@tanstack/react-query";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { CodeLine } from "@/components/ui/code-line";
import { CopyButton } from "@/components/ui/copy-button";
import { secretQueries } from "@/lib/secrets/queries";
import { useMay } from "@/lib/session/queries";
import { useSetSigningKey } from "@/lib/signing-keys/queries";

/** Public-key signatures, which receivers verify without a shared secret. */
export function SigningKeyCard({ id }: { id: string }) {
  const may = useMay("webhooks:secrets");
  const { data } = useQuery(secretQueries.list(id));
  const set = useSetSigningKey(id);
  const key = data?.signingKey;
  return (
    <Card
      title="Public-key signatures"
      hint="Adds a second signature (v1a, Ed25519) that receivers verify with a public key, without a shared secret."
    >
      <div className="grid gap-3">
        {key && (
          <div className="flex flex-wrap items-center gap-2">
            <CodeLine>{key.publicKey}</CodeLine>
            <CopyButton text={key.publicKey} label="Copy public key" shown="Copy" />
          </div>
        )}
        <div className="flex flex-wrap items-center gap-3">
          <Button
            disabled={!may || !data}
            busy={set.isPending}
            onClick={() => set.mutate(key === undefined)}
          >
            {key ? "Disable v1a signatures" : "Enable v1a signatures"}
          </Button>
          <p role="status" className="text-soft text-sm">
            {!may && "Your role cannot change signing."}
            {set.error?.message}
            {set.isSuccess &&
              (key ? "Requests now carry both signatures." : "Signing key deleted.")}
          </p>
        </div>
      </div>
    </Card>
  );
}
