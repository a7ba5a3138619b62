"use client";

import { useQuery } from "@tanstack/react-query";
import { FlaskConical } from "lucide-react";
import { Button } from "@/components/ui/button";
import { sampleQueries, useAddSampleData } from "@/lib/sample/queries";
import { useIsAdministrator } from "@/lib/session/queries";

/** Offers sample data to a person who may add it, while there is none, and shows that it is being added. */
export function SampleOffer() {
  const { data } = useQuery({
    ...sampleQueries.status(),
    // The setup page begins to add it right before this page is loaded.
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data?.adding ? 1000 : false),
  });
  const add = useAddSampleData();
  const may = useIsAdministrator();
  if (!may || !data || (data.present && !data.adding)) return null;
  const isBusy = data.adding || add.isPending;
  return (
    <section
      aria-label="Sample data"
      className="flex flex-wrap items-center gap-x-4 gap-y-2 rounded-lg border border-line border-dashed px-4 py-3"
    >
      <p className="min-w-0 flex-1 basis-64 text-soft">
        {add.error
          ? `Sample data was not added: ${add.error.message}`
          : "Look around with sample webhooks and two weeks of deliveries. They are never sent."}
      </p>
      <Button busy={isBusy} onClick={() => add.mutate()}>
        <FlaskConical aria-hidden="true" />
        {isBusy ? "Adding…" : "Add sample data"}
      </Button>
    </section>
  );
}
