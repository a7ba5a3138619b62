import type { ReactNode } from "react";
import { Since } from "@/components/time/moment";
import { Button } from "@/components/ui/button";
import { useIsChecking } from "./checking";

type Props = {
  mutation: { isPending: boolean; isSuccess: boolean; submittedAt: number };
  may: boolean;
  dirty: boolean;
  /** Pressed without a change. */
  unchanged?: boolean;
  children: ReactNode;
};

/** Submit button with the result and time of the last save. */
export function SaveButton({ mutation, may, dirty, unchanged, children }: Props) {
  const { isPending, isSuccess, submittedAt } = mutation;
  const isBusy = useIsChecking() || isPending;
  const isAsSaved = may && !dirty;
  return (
    <div className="flex flex-wrap items-center gap-3">
      <Button type="submit" look="primary" disabled={!may} busy={isBusy}>
        {isBusy ? "Saving…" : children}
      </Button>
      <p role="status" className="text-soft text-sm">
        {!may && "Your role is read-only."}
        {isAsSaved && unchanged && "No changes to save."}
        {isAsSaved && !unchanged && isSuccess && (
          <>
            Saved <Since at={new Date(submittedAt).toISOString()} />
          </>
        )}
      </p>
    </div>
  );
}
