import type { ReactNode } from "react";
import { ErrorSummary } from "@/components/form/error-summary";
import { Button } from "@/components/ui/button";
import { ButtonLink } from "@/components/ui/button-link";
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
        <ButtonLink href="/login">Go to sign-in</ButtonLink>
      ) : (
        <Button type="submit" look="primary" busy={entry.busy}>
          {entry.busy ? progress : action}
        </Button>
      )}
    </form>
  );
}
