import type { FieldValues, Path, UseFormReturn } from "react-hook-form";
import { Field } from "@/components/form/field";
import { Input, Textarea } from "@/components/ui/input";
import type { Advanced } from "./advanced-draft";

/** A number left empty is no number: null, which the API takes for no limit. */
const optionalNumber = {
  setValueAs: (text: unknown) => (text === "" || text === null ? null : Number(text)),
};

/** How requests are sent; for a new webhook and for one that changes. */
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
      <div className="grid gap-5 sm:grid-cols-3">
        <Field
          label="Deadline in seconds"
          hint="Of one attempt: 1 to 30."
          error={complaint("deadlineSeconds")}
        >
          {(wiring) => (
            <Input
              type="number"
              inputMode="numeric"
              {...wiring}
              {...form.register(at("deadlineSeconds"), { valueAsNumber: true })}
            />
          )}
        </Field>
        <Field
          label="Requests at once"
          hint="Of one worker: 1 to 64."
          error={complaint("maxConcurrency")}
        >
          {(wiring) => (
            <Input
              type="number"
              inputMode="numeric"
              {...wiring}
              {...form.register(at("maxConcurrency"), { valueAsNumber: true })}
            />
          )}
        </Field>
        <Field label="Requests a second" hint="Empty: no limit." error={complaint("ratePerSecond")}>
          {(wiring) => (
            <Input
              type="number"
              inputMode="numeric"
              {...wiring}
              {...form.register(at("ratePerSecond"), optionalNumber)}
            />
          )}
        </Field>
      </div>
      <Field
        label="Headers"
        hint="Sent with each request, a line each, such as Authorization: Bearer 0123. They are kept encrypted."
        error={complaint("headers")}
      >
        {(wiring) => (
          <Textarea
            rows={3}
            autoComplete="off"
            className="font-mono text-xs!"
            {...wiring}
            {...form.register(at("headers"))}
          />
        )}
      </Field>
    </div>
  );
}
