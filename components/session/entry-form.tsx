import type { ReactNode } from "react";
import { ErrorSummary } from "@/components/form/error-summary";
import { Button } from "@/components/ui/button";
import { buttonShape } from "@/components/ui/button-shape";
import type { useEntry } from "./use-entry";

type Props = {
  entry: ReturnType<typeof useEntry>;
  /** Words of the submit button, and those while it is busy. */
  action: string;
  progress: string;
  children: ReactNode;
};

/** A form of the pages that lead into the dashboard. Once it cannot be sent any more, it leads to the sign-in page. */
export function EntryForm({ entry, action, progress, children }: Props) {
  return (
    <form ref={entry.form} onSubmit={entry.onSubmit} noValidate className="grid gap-5">
      <ErrorSummary faults={entry.faults} submits={entry.submits} />
      {children}
      {entry.isOver ? (
        // Without the code of the router's links, which the sign-in page does not load.
        <a href="/login" className={buttonShape({})}>
          Go to sign-in
        </a>
      ) : (
        <Button type="submit" look="primary" busy={entry.busy}>
          {entry.busy ? progress : action}
        </Button>
      )}
    </form>
  );
}
