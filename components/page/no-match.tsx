import { Button } from "@/components/ui/button";

/** Shown when no row passes the filters above. */
export function NoMatch({ what, clear }: { what: string; clear: () => void }) {
  return (
    <div className="rounded-lg border border-line bg-raised px-5 py-12 text-center shadow-low">
      <h2 className="font-semibold text-lg">No {what} matches</h2>
      <p className="mt-1 mb-5 text-soft">Remove a filter, or clear all of them.</p>
      <Button onClick={clear}>Clear filters</Button>
    </div>
  );
}
