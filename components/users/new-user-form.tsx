"use client";

import { useForm } from "react-hook-form";
import { Choices } from "@/components/form/choices";
import { Field } from "@/components/form/field";
import { FormErrors } from "@/components/form/form-errors";
import { lateResolver } from "@/components/form/late-resolver";
import { showProblem } from "@/components/form/show-problem";
import { Button } from "@/components/ui/button";
import { Choice } from "@/components/ui/choice";
import { DialogActions } from "@/components/ui/dialog";
import { Input } from "@/components/ui/input";
import { roles } from "@/db/enums";
import type { UserDraft } from "@/lib/users/contract";
import { useCreateUser } from "@/lib/users/queries";
import { roleWords } from "./role-words";

const resolver = lateResolver<UserDraft>(
  async () => (await import("@/lib/users/contract")).UserDraft,
);

export function NewUserForm({ close }: { close: () => void }) {
  const create = useCreateUser();
  const form = useForm<UserDraft>({
    resolver,
    defaultValues: { email: "", role: "operator", password: "" },
    shouldFocusError: false,
  });
  const { errors } = form.formState;
  const submit = form.handleSubmit((draft) =>
    create.mutate(draft, { onSuccess: close, onError: (error) => showProblem(form, error) }),
  );
  return (
    <form onSubmit={(event) => void submit(event)} noValidate className="grid gap-5">
      <FormErrors form={form} />
      <Field label="E-mail" error={errors.email?.message}>
        {(wiring) => (
          <Input type="email" autoComplete="off" {...wiring} {...form.register("email")} />
        )}
      </Field>
      <Choices legend="Role" error={errors.role?.message}>
        {roles.map((role) => (
          <Choice
            key={role}
            type="radio"
            value={role}
            label={<span className="capitalize">{role}</span>}
            hint={roleWords[role]}
            {...form.register("role")}
          />
        ))}
      </Choices>
      <Field
        label="First password"
        hint="At least 12 characters. Share it in person. The user can change it in Settings."
        error={errors.password?.message}
      >
        {(wiring) => (
          <Input autoComplete="new-password" {...wiring} {...form.register("password")} />
        )}
      </Field>
      <DialogActions>
        <Button onClick={close}>Cancel</Button>
        <Button type="submit" look="primary" disabled={create.isPending}>
          {create.isPending ? "Creating…" : "Create user"}
        </Button>
      </DialogActions>
    </form>
  );
}
