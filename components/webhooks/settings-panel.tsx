"use client";

import { useQuery } from "@tanstack/react-query";
import { Pause, Play, Trash2 } from "lucide-react";
import dynamic from "next/dynamic";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { useForm } from "react-hook-form";
import { Field } from "@/components/form/field";
import { FormErrors } from "@/components/form/form-errors";
import { FormSkeleton } from "@/components/form/form-skeleton";
import { SaveButton } from "@/components/form/save-button";
import { showProblem } from "@/components/form/show-problem";
import { ProblemCard } from "@/components/page/problem-card";
import { mergeFailures, useStableQuery } from "@/components/page/use-stable-query";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { Input } from "@/components/ui/input";
import { useMay } from "@/lib/session/queries";
import { settingsQueries, useUpdateSettings, type WebhookSettings } from "@/lib/settings/queries";
import { type Webhook, webhookQueries } from "@/lib/webhooks/queries";
import { EditWebhookForm } from "./edit-webhook-form";
import { SendingForm } from "./sending-form";

/** Settings of a webhook; each card saves separately. */
export function SettingsPanel({ id }: { id: string }) {
  const webhook = useStableQuery(useQuery(webhookQueries.exact(id)));
  // A query of its own, because prefetched settings have no header values.
  const settings = useStableQuery(useQuery(settingsQueries.exact(id)));
  const may = useMay("webhooks:write");
  const failure = mergeFailures([webhook, settings]);

  if (webhook.data && settings.data) {
    return (
      <div className="grid max-w-3xl grid-cols-1 gap-6">
        <Card title="Address and events">
          <EditWebhookForm webhook={webhook.data} may={may} />
        </Card>
        <Card title="Label" hint="Shown in this dashboard only. Receivers never see it.">
          <LabelForm id={id} settings={settings.data} may={may} />
        </Card>
        <Card title="Sending" hint="Timeout, concurrency, rate and headers.">
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

const DeleteDialog = dynamic(() => import("./delete-dialog").then((made) => made.DeleteDialog), {
  ssr: false,
});

type Props = { webhook: Webhook; may: boolean };

function DeleteCard({ webhook, may }: Props) {
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

type LabelFormProps = { id: string; settings: WebhookSettings; may: boolean };

function LabelForm({ id, settings: { label }, may }: LabelFormProps) {
  const update = useUpdateSettings(id);
  const form = useForm({ defaultValues: { label }, disabled: !may, shouldFocusError: false });
  const { errors, isDirty } = form.formState;
  const submit = form.handleSubmit((draft) =>
    update.mutate(draft, {
      onSuccess: (saved) => form.reset({ label: saved.label }),
      onError: (error) => showProblem(form, error),
    }),
  );
  return (
    <form onSubmit={(event) => void submit(event)} noValidate className="grid gap-5">
      <FormErrors form={form} />
      <Field label="Label" error={errors.label?.message}>
        {(wiring) => <Input autoComplete="off" {...wiring} {...form.register("label")} />}
      </Field>
      <SaveButton mutation={update} may={may} dirty={isDirty}>
        Save label
      </SaveButton>
    </form>
  );
}

type PauseCardProps = { id: string; settings: WebhookSettings; may: boolean };

function PauseCard({ id, settings: { paused }, may }: PauseCardProps) {
  const update = useUpdateSettings(id);
  const hint = paused
    ? "New events wait until the webhook is resumed. Tests and resends are still sent."
    : "While paused, new events wait. Resuming sends them; none is lost.";
  return (
    <Card title={paused ? "Paused" : "Pause"} hint={hint}>
      <Button
        look={paused ? "primary" : "plain"}
        disabled={!may || update.isPending}
        onClick={() => update.mutate({ paused: !paused })}
      >
        {paused ? <Play aria-hidden="true" /> : <Pause aria-hidden="true" />}
        {paused ? "Resume webhook" : "Pause webhook"}
      </Button>
      <p role="status" className="mt-2 text-soft text-sm empty:hidden">
        {!may && "Your role is read-only."}
        {update.error?.message}
        {update.isSuccess && (paused ? "Paused." : "Resumed.")}
      </p>
    </Card>
  );
}
