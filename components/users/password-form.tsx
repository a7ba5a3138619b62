"use client";

import { type FormEvent, useRef, useState } from "react";
import { SubmitActions } from "@/components/form/submit-actions";
import { TextField } from "@/components/form/text-field";
import { Problem } from "@/lib/protocol/problem";
import { useUpdateUser } from "@/lib/users/queries";

type Props = { id: string; close: () => void };

/** Sets a new password for another user. */
export function PasswordForm({ id, close }: Props) {
  const [password, setPassword] = useState("");
  const field = useRef<HTMLInputElement>(null);
  const update = useUpdateUser(id);
  const { error } = update;
  const complaint = error instanceof Problem ? (error.issues?.[0]?.message ?? error.message) : "";
  const submit = (event: FormEvent) => {
    event.preventDefault();
    update.mutate({ password }, { onSuccess: close, onError: () => field.current?.focus() });
  };
  return (
    <form onSubmit={submit} noValidate>
      <TextField
        ref={field}
        label="New password"
        hint="At least 12 characters. Ends the user's sessions."
        error={complaint}
        autoComplete="new-password"
        value={password}
        onChange={({ target }) => setPassword(target.value)}
      />
      <SubmitActions close={close} busy={update.isPending} progress="Saving…">
        Set password
      </SubmitActions>
    </form>
  );
}
