"use client";

import { useQuery } from "@tanstack/react-query";
import { Eye } from "lucide-react";
import { Day } from "@/components/time/moment";
import { Button } from "@/components/ui/button";
import { CodeLine } from "@/components/ui/code-line";
import { CopyButton } from "@/components/ui/copy-button";
import { Notice } from "@/components/ui/notice";
import { secretQueries, useRevealSecret } from "@/lib/secrets/queries";
import { useMay } from "@/lib/session/queries";

const hidden = "whsec_••••••••••••••••••••••••••••••••••••••••••••";

/** The current secret, revealed on request to authorised users. A rotation hides the one that was revealed before it. */
export function SecretCard({ id }: { id: string }) {
  const { data: known } = useQuery(secretQueries.list(id));
  const current = known?.secrets.find(({ validUntil }) => validUntil === undefined);
  return <CurrentSecret key={current?.createdAt} id={id} createdAt={current?.createdAt} />;
}

type SecretProps = { id: string; createdAt: string | undefined };

function CurrentSecret({ id, createdAt }: SecretProps) {
  const reveal = useRevealSecret(id);
  const may = useMay("webhooks:secrets");
  const { data, error } = reveal;
  return (
    <div className="grid gap-3">
      <div className="flex flex-wrap items-center gap-2">
        <CodeLine>{data?.secret ?? hidden}</CodeLine>
        {data ? (
          <>
            <CopyButton text={data.secret} label="Copy signing secret" shown="Copy" />
            <Button look="quiet" size="small" onClick={reveal.reset}>
              Hide
            </Button>
          </>
        ) : (
          <Button
            disabled={!may}
            busy={reveal.isPending}
            onClick={() => reveal.mutate()}
            aria-label="Reveal signing secret"
          >
            <Eye aria-hidden="true" />
            {reveal.isPending ? "Revealing…" : "Reveal"}
          </Button>
        )}
      </div>
      <p className="text-soft text-sm">
        {createdAt && (
          <>
            In use since <Day at={createdAt} />.{" "}
          </>
        )}
        {may
          ? "Revealing the secret is recorded in the audit log."
          : "Your role cannot view secrets."}
      </p>
      {error && (
        <Notice tone="bad" role="alert" title="Could not read the secret">
          {error.message}
        </Notice>
      )}
    </div>
  );
}
