"use client";

import { FlaskConical } from "lucide-react";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { useRemoveSampleData } from "@/lib/sample/queries";
import { useMay } from "@/lib/session/queries";

export function SampleNotice() {
  const remove = useRemoveSampleData();
  const mayRemove = useMay("admin");
  return (
    <aside
      aria-label="Sample data"
      className="mb-5 flex items-center gap-x-3 gap-y-1 rounded-md border border-line border-dashed px-3 py-1 text-soft text-sm"
    >
      <FlaskConical aria-hidden="true" className="size-4 shrink-0" />
      <p className="min-w-0 flex-1 py-1">
        <span className="font-medium text-ink">Sample data.</span>{" "}
        <span role="status">{remove.error?.message ?? "It is never sent."}</span>
      </p>
      {mayRemove && <Removal busy={remove.isPending} onConfirm={() => remove.mutate()} />}
    </aside>
  );
}

/** Asks for confirmation in place. */
function Removal({ busy, onConfirm }: { busy: boolean; onConfirm: () => void }) {
  const [asking, setAsking] = useState(false);
  if (!asking) {
    return (
      <Button look="quiet" size="small" onClick={() => setAsking(true)}>
        Remove<span className="sr-only"> sample data</span>
      </Button>
    );
  }
  return (
    <span className="flex flex-wrap justify-end gap-1">
      <Button
        look="quiet"
        size="small"
        aria-disabled={busy || undefined}
        onClick={() => setAsking(false)}
      >
        Keep
      </Button>
      <Button
        size="small"
        autoFocus
        aria-disabled={busy || undefined}
        onClick={busy ? undefined : onConfirm}
      >
        {busy ? "Removing…" : "Remove sample data"}
      </Button>
    </span>
  );
}
