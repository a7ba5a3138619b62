"use client";

import { useQuery } from "@tanstack/react-query";
import { FlaskConical, Trash2 } from "lucide-react";
import { AskButton } from "@/components/ui/ask-button";
import { sampleQueries, useRemoveSampleData } from "@/lib/sample/queries";
import { useMay } from "@/lib/session/queries";

/** Says that part of what is shown never happened, for as long as it is there. */
export function SampleBanner() {
  const { data } = useQuery(sampleQueries.status());
  const remove = useRemoveSampleData();
  const mayRemove = useMay("admin");
  if (!data?.present) return null;
  return (
    <aside
      aria-label="Sample data"
      className="mb-6 flex flex-wrap items-center gap-x-6 gap-y-2 rounded-lg border border-line border-dashed bg-sunken px-3.5 py-2"
    >
      <p className="flex min-w-0 flex-1 basis-80 items-start gap-2.5 text-soft text-sm">
        <FlaskConical aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
        <span>
          <span className="font-medium text-ink">Sample data.</span> The account “Sample data” is
          made up; nothing of it is ever sent to anyone.
        </span>
      </p>
      {mayRemove && (
        <AskButton
          icon={Trash2}
          name="Remove sample data"
          warning="Your own webhooks and deliveries stay."
          confirm="Remove all of it"
          decline="Keep it"
          told={remove.error?.message ?? (remove.isPending ? "Removing…" : "")}
          busy={remove.isPending}
          onConfirm={() => remove.mutate()}
        />
      )}
    </aside>
  );
}
