"use client";

import { useQuery } from "@tanstack/react-query";
import { FlaskConical } from "lucide-react";
import { Button } from "@/components/ui/button";
import { sampleQueries, useAddSampleData } from "@/lib/sample/queries";
import { useMay } from "@/lib/session/queries";

/** Offers sample data to a person who may add it, while there is none. */
export function SampleOffer() {
  const { data } = useQuery(sampleQueries.status());
  const add = useAddSampleData();
  const may = useMay("admin");
  if (!may || data?.present !== false) return null;
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
      <Button disabled={add.isPending} onClick={() => add.mutate()}>
        <FlaskConical aria-hidden="true" />
        {add.isPending ? "Adding…" : "Add sample data"}
      </Button>
    </section>
  );
}
