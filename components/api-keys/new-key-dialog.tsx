"use client";

import { useState } from "react";
import { Dialog } from "@/components/ui/dialog";
import type { IssuedApiKey } from "@/lib/api-keys/queries";
import { IssuedKey } from "./issued-key";
import { NewKeyForm } from "./new-key-form";

type Props = { open: boolean; close: () => void };

export function NewKeyDialog({ open, close }: Props) {
  return (
    <Dialog open={open} onOpenChange={(still) => !still && close()} title="New API key">
      <Steps close={close} />
    </Dialog>
  );
}

/** The key itself lives here only, and goes with the dialog. */
function Steps({ close }: { close: () => void }) {
  const [issued, setIssued] = useState<IssuedApiKey>();
  if (issued) return <IssuedKey issued={issued} close={close} />;
  return <NewKeyForm onIssued={setIssued} close={close} />;
}
