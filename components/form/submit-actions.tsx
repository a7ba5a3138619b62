import type { ReactNode } from "react";
import { Button } from "@/components/ui/button";
import { DialogActions } from "@/components/ui/dialog-actions";
import { useIsChecking } from "./checking";

type Props = {
  close: () => void;
  busy: boolean;
  /** In place of the children while busy, such as "Saving…". */
  progress: string;
  children: ReactNode;
};

/** Cancel and the submit button of a form in a dialog. What was sent cannot be cancelled. */
export function SubmitActions({ close, busy, progress, children }: Props) {
  const isBusy = useIsChecking() || busy;
  return (
    <DialogActions>
      <Button onClick={close} disabled={busy}>
        Cancel
      </Button>
      <Button type="submit" look="primary" busy={isBusy}>
        {isBusy ? progress : children}
      </Button>
    </DialogActions>
  );
}
