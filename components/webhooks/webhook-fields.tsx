import type { UseFormReturn } from "react-hook-form";
import { eventWords } from "@/components/events/event-words";
import { Choices } from "@/components/form/choices";
import { Field } from "@/components/form/field";
import { Choice } from "@/components/ui/choice";
import { Input } from "@/components/ui/input";
import { eventNames } from "@/db/enums";
import type { WebhookDraft } from "@/lib/webhooks/contract";

/** What a webhook is made of; for a new one and for one that changes. */
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
            placeholder="https://example.com/hooks"
            {...wiring}
            {...form.register("callbackUrl")}
          />
        )}
      </Field>
      <Choices legend="Events" hint="What is sent there." error={errors.events?.message}>
        <div className="grid gap-x-6 sm:grid-cols-2">
          {eventNames.map((name) => (
            <Choice
              key={name}
              type="checkbox"
              value={name}
              label={<span className="font-mono text-sm">{name}</span>}
              hint={`${eventWords[name].family} ${eventWords[name].outcome.toLowerCase()}`}
              {...form.register("events")}
            />
          ))}
        </div>
      </Choices>
    </>
  );
}
