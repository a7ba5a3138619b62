import type { ReactNode } from "react";
import { ErrorSummary } from "@/components/form/error-summary";
import { Button } from "@/components/ui/button";
import type { useEntry } from "./use-entry";

type Props = {
  entry: ReturnType<typeof useEntry>;
  /** Words of the submit button, and those while it is busy. */
  action: string;
  progress: string;
  children: ReactNode;
};

/** A form of the pages that lead into the dashboard. */
export function EntryForm({ entry, action, progress, children }: Props) {
  return (
    <form ref={entry.form} onSubmit={entry.onSubmit} noValidate className="grid gap-5">
      <ErrorSummary faults={entry.faults} submits={entry.submits} />
      {children}
      <Button type="submit" look="primary" busy={entry.busy}>
        {entry.busy ? progress : action}
      </Button>
    </form>
  );
}
