"use client";

import { useQuery } from "@tanstack/react-query";
import { Trash2 } from "lucide-react";
import dynamic from "next/dynamic";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { FormSkeleton } from "@/components/form/form-skeleton";
import { ProblemCard } from "@/components/page/problem-card";
import { mergeFailures, useStableQuery } from "@/components/page/use-stable-query";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { useIdleLoad } from "@/components/ui/use-idle-load";
import { useMay } from "@/lib/session/queries";
import { settingsQueries } from "@/lib/settings/queries";
import { type Webhook, webhookQueries } from "@/lib/webhooks/queries";

const loadForm = () => import("./settings-form");
const SettingsForm = dynamic(() => loadForm().then((made) => made.SettingsForm), {
  ssr: false,
  loading: FormSkeleton,
});

/** Settings of a webhook, and its deletion. */
export function SettingsPanel({ id }: { id: string }) {
  // Loaded while the settings are read.
  useIdleLoad(loadForm);
  const webhook = useStableQuery(useQuery(webhookQueries.exact(id)));
  // A query of its own, because prefetched settings have no header values.
  const settings = useStableQuery(useQuery(settingsQueries.exact(id)));
  const may = useMay("webhooks:write");
  const failure = mergeFailures([webhook, settings]);

  if (webhook.data && settings.data) {
    return (
      <div className="grid max-w-3xl grid-cols-1 gap-6">
        <SettingsForm webhook={webhook.data} settings={settings.data} may={may} />
        <DeleteCard webhook={webhook.data} may={may} />
      </div>
    );
  }
  if (!failure) return <FormSkeleton />;
  return <ProblemCard what="The settings could not be loaded" {...failure} />;
}

const DeleteDialog = dynamic(() => import("./delete-dialog").then((made) => made.DeleteDialog), {
  ssr: false,
});

function DeleteCard({ webhook, may }: { webhook: Webhook; may: boolean }) {
  const router = useRouter();
  const [open, setOpen] = useState(false);
  return (
    <Card
      title="Delete"
      tone="danger"
      hint="Pending deliveries are cancelled immediately. Past deliveries stay in the log."
    >
      <Button look="danger" disabled={!may} onClick={() => setOpen(true)}>
        <Trash2 aria-hidden="true" />
        Delete webhook…
      </Button>
      {!may && <p className="mt-2 text-soft text-sm">Your role is read-only.</p>}
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
