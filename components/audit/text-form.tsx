"use client";

import { type FormEvent, useRef, useState } from "react";
import { TextField } from "@/components/form/text-field";
import { idField } from "@/components/scope/account-address";
import { Button } from "@/components/ui/button";
import { literal } from "@/components/ui/input";
import { useClosePopover } from "@/components/ui/popover";

export type Props = {
  name: string;
  hint: string;
  /** Refuses what is not an id. */
  isId?: boolean;
  value: string | null;
  change: (value: string | null) => void;
};

/** A field for the text of a filter. */
export function TextForm({ name, hint, isId = false, value, change }: Props) {
  const [text, setText] = useState(value ?? "");
  const [complaint, setComplaint] = useState<string>();
  const close = useClosePopover();
  const field = useRef<HTMLInputElement>(null);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isId && text.trim() && !idField.read(text.trim())) {
      setComplaint("Enter a complete id, a UUID");
      return field.current?.focus();
    }
    change(text.trim() || null);
    close();
  };
  return (
    <form onSubmit={submit} className="grid w-72 gap-3">
      <TextField
        ref={field}
        label={name}
        hint={hint}
        error={complaint}
        autoComplete="off"
        {...literal}
        value={text}
        onChange={({ target }) => {
          setText(target.value);
          setComplaint(undefined);
        }}
      />
      <Button type="submit" look="primary" size="small">
        Apply
      </Button>
    </form>
  );
}
