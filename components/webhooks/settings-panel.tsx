"use client";

import { useQuery } from "@tanstack/react-query";
import { FormSkeleton } from "@/components/form/form-skeleton";
import { ProblemCard } from "@/components/shell/problem-card";
import { together, useSteady } from "@/components/shell/use-steady";
import { Card } from "@/components/ui/card";
import { useMay } from "@/lib/session/queries";
import { settingsQueries } from "@/lib/settings/queries";
import { webhookQueries } from "@/lib/webhooks/queries";
import { DeleteCard } from "./delete-card";
import { EditWebhookForm } from "./edit-webhook-form";
import { LabelForm } from "./label-form";
import { PauseCard } from "./pause-card";
import { SendingForm } from "./sending-form";

/** Everything about a webhook that can be changed; each part saves alone. */
export function SettingsPanel({ id }: { id: string }) {
  const webhook = useSteady(useQuery(webhookQueries.exact(id)));
  // Of its own: what a page brings along has no values of headers.
  const settings = useSteady(useQuery(settingsQueries.exact(id)));
  const may = useMay("webhooks:write");
  const failure = together([webhook, settings]);

  if (webhook.data && settings.data) {
    return (
      <div className="grid max-w-3xl grid-cols-1 gap-6">
        <Card title="Address and events">
          <EditWebhookForm webhook={webhook.data} may={may} />
        </Card>
        <Card title="Label" hint="A name for people at this dashboard; receivers never see it.">
          <LabelForm id={id} settings={settings.data} may={may} />
        </Card>
        <Card
          title="Sending"
          hint="What one attempt may take, and how hard the receiver is pressed."
        >
          <SendingForm id={id} settings={settings.data} may={may} />
        </Card>
        <PauseCard id={id} settings={settings.data} may={may} />
        <DeleteCard webhook={webhook.data} may={may} />
      </div>
    );
  }
  if (!failure) return <FormSkeleton />;
  return <ProblemCard what="The settings could not be loaded" {...failure} />;
}
