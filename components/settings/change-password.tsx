"use client";

import { Form } from "@/components/form/form";
import { lazyResolver } from "@/components/form/lazy-resolver";
import { SaveButton } from "@/components/form/save-button";
import { TextField } from "@/components/form/text-field";
import { useDraftForm } from "@/components/form/use-draft-form";
import type { PasswordChange } from "@/lib/session/contract";
import { useChangePassword } from "@/lib/session/mutations";

const resolver = lazyResolver<PasswordChange>(
  async () => (await import("@/lib/session/contract")).PasswordChange,
);

/** Changes the password of the signed-in user. */
export function ChangePassword({ email }: { email: string }) {
  const change = useChangePassword();
  const { form, submit } = useDraftForm<PasswordChange, unknown>({
    resolver,
    defaultValues: { currentPassword: "", newPassword: "" },
    send: change.mutate,
    onSuccess: () => form.reset(),
  });
  const { errors, isDirty } = form.formState;
  return (
    <Form form={form} submit={submit} className="grid max-w-sm gap-4">
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
    </Form>
  );
}
