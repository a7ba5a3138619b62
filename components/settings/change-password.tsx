"use client";

import { useForm } from "react-hook-form";
import { FormErrors } from "@/components/form/form-errors";
import { lateResolver } from "@/components/form/late-resolver";
import { SaveButton } from "@/components/form/save-button";
import { showProblem } from "@/components/form/show-problem";
import { TextField } from "@/components/form/text-field";
import type { PasswordChange } from "@/lib/session/contract";
import { useChangePassword } from "@/lib/session/queries";

const resolver = lateResolver<PasswordChange>(
  async () => (await import("@/lib/session/contract")).PasswordChange,
);

/** Changes the password of the signed-in user. */
export function ChangePassword({ email }: { email: string }) {
  const change = useChangePassword();
  const form = useForm<PasswordChange>({
    resolver,
    defaultValues: { currentPassword: "", newPassword: "" },
    shouldFocusError: false,
  });
  const { errors, isDirty } = form.formState;
  const submit = form.handleSubmit((passwords) =>
    change.mutate(passwords, {
      onSuccess: () => form.reset(),
      onError: (error) => showProblem(form, error),
    }),
  );
  return (
    <form onSubmit={(event) => void submit(event)} noValidate className="grid max-w-sm gap-4">
      <FormErrors form={form} />
      <input type="text" hidden readOnly autoComplete="username" value={email} />
      <TextField
        label="Current password"
        error={errors.currentPassword?.message}
        type="password"
        autoComplete="current-password"
        {...form.register("currentPassword")}
      />
      <TextField
        label="New password"
        hint="At least 12 characters. Ends your other sessions."
        error={errors.newPassword?.message}
        type="password"
        autoComplete="new-password"
        {...form.register("newPassword")}
      />
      <SaveButton mutation={change} may dirty={isDirty}>
        Change password
      </SaveButton>
    </form>
  );
}
