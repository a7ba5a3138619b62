import type { FieldValues, Path, UseFormReturn } from "react-hook-form";
import { Field } from "@/components/form/field";
import { optionalNumber } from "@/components/form/optional-number";
import { TextField } from "@/components/form/text-field";
import { Textarea } from "@/components/ui/input";
import type { Advanced } from "./advanced-draft";

/** Scrolls to a link's target, which a browser does only for what the document has from the start. */
function showIfLinked(target: HTMLElement | null): void {
  if (target && location.hash === `#${target.id}`) target.scrollIntoView();
}

/** Timeout, concurrency, rate and headers, for new and existing webhooks. */
export function AdvancedFields<T extends FieldValues & Advanced>({
  form,
}: {
  form: UseFormReturn<T>;
}) {
  const { errors } = form.formState;
  const complaint = (name: keyof Advanced) => {
    const message = errors[name]?.message;
    return typeof message === "string" ? message : undefined;
  };
  const at = (name: keyof Advanced) => name as Path<T>;
  return (
    <div className="grid gap-5">
      <div
        id="limits"
        ref={showIfLinked}
        className="grid scroll-mt-14 items-start gap-5 sm:grid-cols-3"
      >
        <TextField
          label="Timeout in seconds"
          hint="Per attempt, 1 to 30."
          error={complaint("deadlineSeconds")}
          type="number"
          inputMode="numeric"
          {...form.register(at("deadlineSeconds"), { valueAsNumber: true })}
        />
        <TextField
          label="Concurrent requests"
          hint="1 to 64, by each process that sends. Postback may have several."
          error={complaint("maxConcurrency")}
          type="number"
          inputMode="numeric"
          {...form.register(at("maxConcurrency"), { valueAsNumber: true })}
        />
        <TextField
          label="Requests per second"
          hint="In all. Empty for no limit."
          error={complaint("ratePerSecond")}
          type="number"
          inputMode="numeric"
          {...form.register(at("ratePerSecond"), optionalNumber)}
        />
      </div>
      <Field
        label="Headers"
        hint="Sent with each request. One per line, such as Authorization: Bearer 0123. Stored encrypted."
        error={complaint("headers")}
      >
        {(wiring) => (
          <Textarea
            rows={3}
            autoComplete="off"
            text="code"
            {...wiring}
            {...form.register(at("headers"))}
          />
        )}
      </Field>
    </div>
  );
}
