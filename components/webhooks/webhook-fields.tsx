import type { UseFormReturn } from "react-hook-form";
import { Field } from "@/components/form/field";
import { Input } from "@/components/ui/input";
import type { WebhookDraft } from "@/lib/webhooks/contract";
import { EventsField } from "./events-field";

/** What a webhook is made of. */
export function WebhookFields({ form }: { form: UseFormReturn<WebhookDraft> }) {
  const { errors } = form.formState;
  return (
    <>
      <Field
        label="Callback URL"
        hint="Where events are sent by POST. It is kept byte for byte, its query included."
        error={errors.callbackUrl?.message}
      >
        {(wiring) => (
          <Input
            type="url"
            inputMode="url"
            autoComplete="off"
            spellCheck={false}
            {...wiring}
            {...form.register("callbackUrl")}
          />
        )}
      </Field>
      <EventsField form={form} />
    </>
  );
}
