"use client";

import { useQuery } from "@tanstack/react-query";
import { RefreshCw } from "lucide-react";
import { useId, useState } from "react";
import { Ago, Since } from "@/components/time/moment";
import { Button } from "@/components/ui/button";
import { CopyButton } from "@/components/ui/copy-button";
import { Notice } from "@/components/ui/notice";
import type { SecretRotation } from "@/lib/secrets/contract";
import { secretQueries, useEndOverlap, useRotateSecret } from "@/lib/secrets/queries";
import { useMay } from "@/lib/session/queries";

type Overlap = SecretRotation["overlapSeconds"];
const overlaps: { seconds: Overlap; name: string }[] = [
  { seconds: 604_800, name: "7 days" },
  { seconds: 86_400, name: "24 hours" },
  { seconds: 3600, name: "1 hour" },
  { seconds: 0, name: "None" },
];

/** Rotates the secret in one step; the old one keeps signing for the chosen overlap. */
export function RotateSecret({ id }: { id: string }) {
  const may = useMay("webhooks:secrets");
  const rotate = useRotateSecret(id);
  const [overlap, setOverlap] = useState<Overlap>(86_400);
  const group = useId();
  return (
    <div className="grid grid-cols-1 gap-3">
      <OldSecret id={id} may={may} />
      {rotate.data && <NewSecret secret={rotate.data.secret} />}
      {rotate.error && (
        <Notice tone="bad" role="alert" title="Could not rotate the secret">
          {rotate.error.message}
        </Notice>
      )}
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <Button
          disabled={!may}
          busy={rotate.isPending}
          onClick={() => rotate.mutate({ overlapSeconds: overlap })}
        >
          <RefreshCw aria-hidden="true" />
          {rotate.isPending ? "Rotating…" : "Rotate secret"}
        </Button>
        <fieldset disabled={!may} className="flex flex-wrap items-center gap-x-3.5 gap-y-1 text-sm">
          <legend className="text-soft">Old secret valid for</legend>
          {overlaps.map(({ seconds, name }) => (
            <label key={seconds} className="flex min-h-6 items-center gap-1.5">
              <input
                type="radio"
                name={group}
                checked={seconds === overlap}
                onChange={() => setOverlap(seconds)}
              />
              {name}
            </label>
          ))}
        </fieldset>
      </div>
    </div>
  );
}

function NewSecret({ secret }: { secret: string }) {
  return (
    <Notice tone="good" role="status" title="Secret rotated">
      <span className="mt-1 flex flex-wrap items-center gap-2">
        <code className="wrap-anywhere min-w-0 font-mono text-ink text-xs">{secret}</code>
        <CopyButton text={secret} label="Copy new signing secret" shown="Copy" />
      </span>
    </Notice>
  );
}

/** Shows the overlap, during which any of the secrets verifies. */
function OldSecret({ id, may }: { id: string; may: boolean }) {
  const { data } = useQuery({ ...secretQueries.list(id), refetchInterval: 30_000 });
  const end = useEndOverlap(id);
  const old = data?.secrets.filter(({ validUntil }) => validUntil !== undefined) ?? [];
  // A rotation shortens older overlaps to its own, so the newest of the old secrets is valid longest.
  const last = old[0]?.validUntil;
  if (!last) return null;
  const [title, which, sent] =
    old.length === 1
      ? ["The old secret still signs", "It", "Both signatures are sent until then."]
      : [
          `${old.length} old secrets still sign`,
          "The last",
          "Deliveries carry a signature of each until it expires.",
        ];
  return (
    <Notice tone="warn" title={title}>
      <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <span>
          {which} expires <Ago at={last} />, at <Since at={last} />. {sent}
        </span>
        <Button size="small" disabled={!may} busy={end.isPending} onClick={() => end.mutate()}>
          {old.length === 1 ? "End now" : "End all now"}
        </Button>
      </span>
      {end.error && <span className="text-bad">{end.error.message}</span>}
    </Notice>
  );
}
