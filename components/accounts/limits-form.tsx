"use client";

import { useForm } from "react-hook-form";
import { FormErrors } from "@/components/form/form-errors";
import { lateResolver } from "@/components/form/late-resolver";
import { showProblem } from "@/components/form/show-problem";
import { SubmitActions } from "@/components/form/submit-actions";
import { TextField } from "@/components/form/text-field";
import type { AccountLimitsPatch } from "@/lib/account-limits/contract";
import { type AccountLimits, useUpdateAccountLimits } from "@/lib/account-limits/queries";
import { formatCount } from "@/lib/format";

const resolver = lateResolver<AccountLimitsPatch>(
  async () => (await import("@/lib/account-limits/contract")).AccountLimitsPatch,
);

/** An empty field is null, which sets the default. */
const optionalNumber = {
  setValueAs: (text: unknown) => (text === "" || text === null ? null : Number(text)),
};

const fields = [
  { name: "eventsPerSecond", label: "Events per second", hint: "Sustained rate." },
  { name: "burst", label: "Burst", hint: "Largest batch." },
  { name: "eventsPerDay", label: "Events per day", hint: "Days are UTC days." },
  { name: "backlog", label: "Backlog", hint: "Deliveries that may wait." },
] as const;

type Props = { id: string; limits: AccountLimits; close: () => void };

/** Sets the limits of one account; a field left empty shows and sets the default. */
export function LimitsForm({ id, limits, close }: Props) {
  const update = useUpdateAccountLimits(id);
  const form = useForm<AccountLimitsPatch>({
    resolver,
    defaultValues: ownOf(limits),
    shouldFocusError: false,
  });
  const submit = form.handleSubmit((draft) =>
    update.mutate(draft, { onSuccess: close, onError: (error) => showProblem(form, error) }),
  );
  return (
    <form onSubmit={(event) => void submit(event)} noValidate className="grid gap-5">
      <FormErrors form={form} />
      <div className="grid gap-5 sm:grid-cols-2">
        {fields.map(({ name, label, hint }) => (
          <TextField
            key={name}
            label={label}
            hint={hint}
            error={form.formState.errors[name]?.message}
            type="number"
            inputMode="numeric"
            placeholder={formatCount(limits.defaults[name])}
            {...form.register(name, optionalNumber)}
          />
        ))}
      </div>
      <p className="text-faint text-sm">
        An empty field uses the default of this installation. Further events are answered with 429.
      </p>
      <SubmitActions close={close} busy={update.isPending} progress="Saving…">
        Save limits
      </SubmitActions>
    </form>
  );
}

/** The limits that differ from the defaults. */
function ownOf({ defaults, ...limits }: AccountLimits): AccountLimitsPatch {
  const own = (name: keyof typeof defaults) =>
    limits[name] === defaults[name] ? null : limits[name];
  return {
    eventsPerSecond: own("eventsPerSecond"),
    burst: own("burst"),
    eventsPerDay: own("eventsPerDay"),
    backlog: own("backlog"),
  };
}
