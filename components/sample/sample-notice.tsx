"use client";

import { Button } from "@/components/ui/button";
import { useRemoveSampleData } from "@/lib/sample/queries";
import { useMay } from "@/lib/session/queries";

/** Says what the sample data is, and removes it. */
export function SampleNotice() {
  const remove = useRemoveSampleData();
  const mayRemove = useMay("admin");
  return (
    <div className="grid w-64 justify-items-start gap-3">
      <p>
        <span className="font-medium">Sample data is shown.</span>{" "}
        <span className="text-soft">
          Its webhooks and two weeks of deliveries have an account of their own. It is never sent.
        </span>
      </p>
      {remove.error && (
        <p role="alert" className="text-bad text-sm">
          Sample data was not removed: {remove.error.message}
        </p>
      )}
      {mayRemove && (
        <Button size="small" busy={remove.isPending} onClick={() => remove.mutate()}>
          {remove.isPending ? "Removing…" : "Remove sample data"}
        </Button>
      )}
    </div>
  );
}
