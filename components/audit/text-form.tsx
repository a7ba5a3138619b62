"use client";

import { type FormEvent, useState } from "react";
import { TextField } from "@/components/form/text-field";
import { Button } from "@/components/ui/button";

export type Props = {
  name: string;
  hint: string;
  value: string | null;
  change: (value: string | null) => void;
};

/** A field for the text of a filter. */
export function TextForm({ name, hint, value, change }: Props) {
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
