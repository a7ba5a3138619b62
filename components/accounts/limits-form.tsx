"use client";

import { Form } from "@/components/form/form";
import { lazyResolver } from "@/components/form/lazy-resolver";
import { optionalNumber } from "@/components/form/optional-number";
import { SubmitActions } from "@/components/form/submit-actions";
import { TextField } from "@/components/form/text-field";
import { useDraftForm } from "@/components/form/use-draft-form";
import type { AccountLimitsPatch } from "@/lib/account-limits/contract";
import { type AccountLimits, useUpdateAccountLimits } from "@/lib/account-limits/queries";
import { formatCount } from "@/lib/format";

const resolver = lazyResolver<AccountLimitsPatch>(
  async () => (await import("@/lib/account-limits/contract")).AccountLimitsPatch,
);

const fields = [
  { name: "eventsPerSecond", label: "Events per second", hint: "Sustained rate." },
  { name: "burst", label: "Burst", hint: "Largest batch." },
  { name: "eventsPerDay", label: "Events per day", hint: "Days are UTC days." },
  { name: "backlog", label: "Backlog", hint: "Deliveries that may wait or be held." },
] as const;

type Props = { id: string; limits: AccountLimits; close: () => void };

/** Sets the limits of one account; a field left empty shows and sets the default. */
export function LimitsForm({ id, limits, close }: Props) {
  const update = useUpdateAccountLimits(id);
  const { form, submit } = useDraftForm<AccountLimitsPatch, unknown>({
    resolver,
    defaultValues: ownOf(limits),
    send: update.mutate,
    onSuccess: close,
  });
  return (
    <Form form={form} submit={submit}>
      <div className="grid items-start gap-5 sm:grid-cols-2">
        {fields.map(({ name, label, hint }, n) => (
          <TextField
            key={name}
            // The limits are read after the dialog took the focus.
            autoFocus={n === 0}
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
    </Form>
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
