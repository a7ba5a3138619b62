"use client";

import { Trash2 } from "lucide-react";
import dynamic from "next/dynamic";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import type { Webhook } from "@/lib/webhooks/queries";

const DeleteDialog = dynamic(() => import("./delete-dialog").then((made) => made.DeleteDialog), {
  ssr: false,
});

type Props = { webhook: Webhook; may: boolean };

export function DeleteCard({ webhook, may }: Props) {
  const router = useRouter();
  const [open, setOpen] = useState(false);
  return (
    <Card
      title="Delete"
      tone="danger"
      hint="Its pending deliveries are cancelled at once. The log of what was sent stays."
    >
      <Button look="danger" disabled={!may} onClick={() => setOpen(true)}>
        <Trash2 aria-hidden="true" />
        Delete webhook…
      </Button>
      {!may && <p className="mt-2 text-soft text-sm">Your role may look, not change.</p>}
      {open && (
        <DeleteDialog
          webhook={webhook}
          close={() => setOpen(false)}
          onRemoved={() => router.push("/webhooks")}
        />
      )}
    </Card>
  );
}
