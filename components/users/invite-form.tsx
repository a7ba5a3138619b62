"use client";

import { useForm } from "react-hook-form";
import { Choices } from "@/components/form/choices";
import { FormErrors } from "@/components/form/form-errors";
import { lateResolver } from "@/components/form/late-resolver";
import { showProblem } from "@/components/form/show-problem";
import { SubmitActions } from "@/components/form/submit-actions";
import { TextField } from "@/components/form/text-field";
import { Choice } from "@/components/ui/choice";
import { roles } from "@/db/enums";
import type { InvitationDraft } from "@/lib/invitations/contract";
import { type IssuedInvitation, useInvite } from "@/lib/invitations/queries";
import { roleWords } from "./role-words";

const resolver = lateResolver<InvitationDraft>(
  async () => (await import("@/lib/invitations/contract")).InvitationDraft,
);

type Props = { onIssued: (issued: IssuedInvitation) => void; close: () => void };

export function InviteForm({ onIssued, close }: Props) {
  const invite = useInvite();
  const form = useForm<InvitationDraft>({
    resolver,
    defaultValues: { email: "", role: "viewer" },
    shouldFocusError: false,
  });
  const { errors } = form.formState;
  const submit = form.handleSubmit((draft) =>
    invite.mutate(draft, {
      onSuccess: onIssued,
      onError: (error) => showProblem(form, error),
    }),
  );
  return (
    <form onSubmit={(event) => void submit(event)} noValidate className="grid gap-5">
      <FormErrors form={form} />
      <TextField
        label="E-mail"
        error={errors.email?.message}
        type="email"
        autoComplete="off"
        {...form.register("email")}
      />
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
      <SubmitActions close={close} busy={invite.isPending} progress="Creating…">
        Create invitation link
      </SubmitActions>
    </form>
  );
}
