"use client";

import { Trash2 } from "lucide-react";
import { useRouter } from "next/navigation";
import { AskButton } from "@/components/ui/ask-button";
import { type InboxBin, useRemoveBin } from "@/lib/inbox/queries";

/** What ends a bin. */
export function BinMenu({ bin }: { bin: InboxBin }) {
  const router = useRouter();
  const remove = useRemoveBin(bin.id);
  return (
    <AskButton
      icon={Trash2}
      name="Delete bin"
      warning="What it got is gone; webhooks that point here get 404."
      confirm="Confirm deleting"
      told={remove.error?.message ?? ""}
      busy={remove.isPending || remove.isSuccess}
      onConfirm={() => remove.mutate(undefined, { onSuccess: () => router.push("/inbox") })}
    />
  );
}
