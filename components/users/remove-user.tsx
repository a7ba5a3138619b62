"use client";

import { Button } from "@/components/ui/button";
import { DialogActions } from "@/components/ui/dialog";
import { type User, useRemoveUser } from "@/lib/users/queries";

type Props = { user: User; close: () => void };

export function RemoveUser({ user: { id }, close }: Props) {
  const remove = useRemoveUser(id);
  return (
    <>
      <p>
        Signed out at once and for good. What they did stays in the audit log; keys they issued go
        on working.
      </p>
      {remove.error && (
        <p role="alert" className="mt-3 font-medium text-bad">
          {remove.error.message}
        </p>
      )}
      <DialogActions>
        <Button onClick={close}>Keep</Button>
        <Button
          look="danger-solid"
          disabled={remove.isPending}
          onClick={() => remove.mutate(undefined, { onSuccess: close })}
        >
          {remove.isPending ? "Removing…" : "Remove user"}
        </Button>
      </DialogActions>
    </>
  );
}
