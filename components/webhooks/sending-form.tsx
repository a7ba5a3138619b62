"use client";

import { useForm } from "react-hook-form";
import { FormErrors } from "@/components/form/form-errors";
import { lateResolver } from "@/components/form/late-resolver";
import { SaveButton } from "@/components/form/save-button";
import { showProblem } from "@/components/form/show-problem";
import { useUpdateSettings, type WebhookSettings } from "@/lib/settings/queries";
import type { Advanced } from "./advanced-draft";
import { AdvancedFields } from "./advanced-fields";
import { headersOf, linesOf } from "./header-lines";

const resolver = lateResolver<Advanced>(
  async () => (await import("./new-webhook-schema")).AdvancedDraft,
);

type Props = { id: string; settings: WebhookSettings; may: boolean };

/** Timeout, concurrency, rate and headers of a webhook. */
export function SendingForm({ id, settings, may }: Props) {
  const update = useUpdateSettings(id);
  const form = useForm<Advanced>({
    resolver,
    defaultValues: typed(settings),
    disabled: !may,
    shouldFocusError: false,
  });
  const submit = form.handleSubmit(({ headers, ...draft }) =>
    update.mutate(
      { ...draft, headers: headersOf(headers) },
      {
        onSuccess: (saved) => form.reset(typed(saved)),
        onError: (error) => showProblem(form, error),
      },
    ),
  );
  return (
    <form onSubmit={(event) => void submit(event)} noValidate className="grid gap-5">
      <FormErrors form={form} />
      <AdvancedFields form={form} />
      <SaveButton mutation={update} may={may} dirty={form.formState.isDirty}>
        Save delivery settings
      </SaveButton>
    </form>
  );
}

function typed({ deadlineSeconds, maxConcurrency, ratePerSecond, headers }: WebhookSettings) {
  return { deadlineSeconds, maxConcurrency, ratePerSecond, headers: linesOf(headers) };
}
