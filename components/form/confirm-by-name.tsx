"use client";

import { type FormEvent, type ReactNode, useRef, useState } from "react";
import { Button } from "@/components/ui/button";
import { DialogActions } from "@/components/ui/dialog-actions";
import { literal } from "@/components/ui/input";
import { TextField } from "./text-field";

type Props = {
  /** The text to type. */
  name: string;
  actionLabel: string;
  busy: boolean;
  error: Error | null;
  close: () => void;
  onConfirm: () => void;
  children: ReactNode;
};

/** Confirms a destructive action: the name of the object has to be typed. */
export function ConfirmByName({
  name,
  actionLabel,
  busy,
  error,
  close,
  onConfirm,
  children,
}: Props) {
  const [typed, setTyped] = useState("");
  const [complaint, setComplaint] = useState<string>();
  const field = useRef<HTMLInputElement>(null);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (typed.trim() === name) return onConfirm();
    setComplaint(`Type ${name} as it is written above`);
    field.current?.focus();
  };
  return (
    <form onSubmit={submit} className="grid gap-4" noValidate>
      <p>{children}</p>
      <TextField
        ref={field}
        label={`Type ${name} to confirm`}
        error={complaint}
        autoComplete="off"
        {...literal}
        value={typed}
        onChange={({ target }) => {
          setTyped(target.value);
          setComplaint(undefined);
        }}
      />
      <DialogActions error={error}>
        <Button onClick={close} disabled={busy}>
          Keep it
        </Button>
        <Button type="submit" look="danger-solid" busy={busy}>
          {busy ? "One moment…" : actionLabel}
        </Button>
      </DialogActions>
    </form>
  );
}
