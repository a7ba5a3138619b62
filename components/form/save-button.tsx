import type { ReactNode } from "react";
import { Button } from "@/components/ui/button";

type Props = {
  mutation: { isPending: boolean; isSuccess: boolean };
  may: boolean;
  dirty: boolean;
  children: ReactNode;
};

/** Saves, and says beside itself that it did. */
export function SaveButton({ mutation: { isPending, isSuccess }, may, dirty, children }: Props) {
  return (
    <div className="flex flex-wrap items-center gap-3">
      <Button type="submit" look="primary" disabled={!may || isPending}>
        {isPending ? "Saving…" : children}
      </Button>
      <p role="status" className="text-soft text-sm">
        {!may && "Your role may look, not change."}
        {may && isSuccess && !dirty && "Saved."}
      </p>
    </div>
  );
}
