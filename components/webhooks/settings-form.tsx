"use client";

import { useMutation } from "@tanstack/react-query";
import { Form } from "@/components/form/form";
import { lazyResolver } from "@/components/form/lazy-resolver";
import { SaveButton } from "@/components/form/save-button";
import { rebase, useDraftForm, useSavedElsewhere } from "@/components/form/use-draft-form";
import { useUnsaved } from "@/components/form/use-unsaved";
import { Card } from "@/components/ui/card";
import { useUpdateSettings, type WebhookSettings } from "@/lib/settings/queries";
import { useUpdateWebhook } from "@/lib/webhooks/mutations";
import type { Webhook } from "@/lib/webhooks/queries";
import { AdvancedFields } from "./advanced-fields";
import { CallbackUrlField } from "./callback-url-field";
import { EventsField } from "./events-field";
import { headersOf, linesOf } from "./header-lines";
import { LabelField } from "./label-field";
import type { NewWebhook } from "./use-new-webhook";

const resolver = lazyResolver<NewWebhook>(
  async () => (await import("./new-webhook-schema")).NewWebhookDraft,
);

type Props = { webhook: Webhook; settings: WebhookSettings; may: boolean };

/** All settings of a webhook in one form; a save sends what changed. */
export function SettingsForm({ webhook, settings, may }: Props) {
  const save = useSave(webhook, settings);
  const saved = typed(webhook, settings);
  const { form, submit, unchanged } = useDraftForm<NewWebhook, NewWebhook>({
    resolver,
    defaultValues: saved,
    isSaved: true,
    disabled: !may,
    send: (draft, on) => save.mutate({ draft, changed: new Set(Object.keys(dirtyFields)) }, on),
    onSuccess: (result, _, sent) => rebase(form, sent, result),
  });
  useSavedElsewhere(form, saved);
  const { isDirty, dirtyFields } = form.formState;
  useUnsaved(isDirty);
  return (
    <Form form={form} submit={submit} className="grid grid-cols-1 gap-6">
      <Card title="Address and events">
        <div className="grid gap-5">
          <CallbackUrlField form={form} />
          {dirtyFields.callbackUrl && (
            <p className="text-soft text-sm">
              Pending retries use the new URL from their next attempt.
            </p>
          )}
          <EventsField form={form} />
          <LabelField form={form} />
        </div>
      </Card>
      <Card title="Sending">
        <AdvancedFields form={form} />
      </Card>
      <SaveButton mutation={save} may={may} dirty={isDirty} unchanged={unchanged}>
        Save changes
      </SaveButton>
    </Form>
  );
}

type Change = { draft: NewWebhook; changed: ReadonlySet<string> };

/** Saves the changed fields: those of the webhook, then those of its settings. Returns all fields as they are saved. */
function useSave(before: Webhook, settingsBefore: WebhookSettings) {
  const webhook = useUpdateWebhook(before.id);
  const settings = useUpdateSettings(before.id);
  return useMutation({
    mutationFn: async ({ draft: { callbackUrl, events, headers, ...rest }, changed }: Change) => {
      const only = <T extends object>(values: T) =>
        Object.fromEntries(Object.entries(values).filter(([name]) => changed.has(name)));
      const patches = [
        only({ callbackUrl, events }),
        only({ ...rest, headers: headersOf(headers) }),
      ];
      const [first, second] = patches.map((patch) => Object.keys(patch).length > 0 && patch);
      return typed(
        first ? await webhook.mutateAsync(first) : before,
        second ? await settings.mutateAsync(second) : settingsBefore,
      );
    },
  });
}

function typed({ callbackUrl, events }: Webhook, settings: WebhookSettings): NewWebhook {
  const { label, deadlineSeconds, maxConcurrency, ratePerSecond, headers } = settings;
  const sending = { deadlineSeconds, maxConcurrency, ratePerSecond, headers: linesOf(headers) };
  return { callbackUrl, events, label, ...sending };
}
