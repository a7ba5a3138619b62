"use client";

import { type FormEvent, useState } from "react";
import { Field } from "@/components/form/field";
import { Button } from "@/components/ui/button";
import { Input } from "@/components/ui/input";
import { useSaveView } from "@/lib/views/queries";
import { logAddress } from "./log-address";

/** Gives the filters of the address a name; a name that was given before means these from now on. */
export function SaveView({ close }: { close: () => void }) {
  const save = useSaveView();
  const [name, setName] = useState("");
  const submit = (event: FormEvent) => {
    event.preventDefault();
    save.mutate({ name, query: filtersOf(window.location.search) }, { onSuccess: close });
  };
  return (
    <form onSubmit={submit} noValidate className="grid gap-2">
      <Field label="Name of this view" error={save.error?.message}>
        {(wiring) => (
          <Input
            {...wiring}
            autoComplete="off"
            value={name}
            onChange={({ target }) => setName(target.value)}
          />
        )}
      </Field>
      <Button type="submit" look="primary" size="small" disabled={save.isPending}>
        {save.isPending ? "Saving…" : "Save view"}
      </Button>
    </form>
  );
}

/** Without what only says how the log is shown, such as the delivery that is open. */
function filtersOf(search: string): string {
  const given = [...new URLSearchParams(search)].filter(([name]) => name in logAddress);
  return new URLSearchParams(given).toString();
}
