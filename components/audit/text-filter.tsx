"use client";

import { type FormEvent, useState } from "react";
import { TextField } from "@/components/form/text-field";
import { Button } from "@/components/ui/button";
import { FilterPill } from "@/components/ui/filter-pill";

type Props = {
  name: string;
  hint: string;
  value: string | null;
  change: (value: string | null) => void;
};

/** A free-text filter. */
export function TextFilter({ name, hint, value, change }: Props) {
  return (
    <FilterPill name={name} chosen={value ?? undefined} onRemove={() => change(null)}>
      <TextForm name={name} hint={hint} value={value} change={change} />
    </FilterPill>
  );
}

function TextForm({ name, hint, value, change }: Props) {
  const [text, setText] = useState(value ?? "");
  const submit = (event: FormEvent) => {
    event.preventDefault();
    change(text.trim() || null);
  };
  return (
    <form onSubmit={submit} className="grid w-72 gap-3">
      <TextField
        label={name}
        hint={hint}
        autoComplete="off"
        spellCheck={false}
        value={text}
        onChange={({ target }) => setText(target.value)}
      />
      <Button type="submit" look="primary" size="small">
        Apply
      </Button>
    </form>
  );
}
