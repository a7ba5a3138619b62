"use client";

import { AccountSelect } from "@/components/accounts/account-select";
import { Choices } from "@/components/form/choices";
import { Form } from "@/components/form/form";
import { lazyResolver } from "@/components/form/lazy-resolver";
import { SubmitActions } from "@/components/form/submit-actions";
import { TextField } from "@/components/form/text-field";
import { useDraftForm } from "@/components/form/use-draft-form";
import { Choice } from "@/components/ui/choice";
import { roles } from "@/db/enums";
import type { InvitationDraft } from "@/lib/invitations/contract";
import type { IssuedInvitation, useInvite } from "@/lib/invitations/queries";
import { wordsOfRole } from "./words-of-role";

const resolver = lazyResolver<InvitationDraft>(
  async () => (await import("@/lib/invitations/contract")).InvitationDraft,
);

type Props = {
  invite: ReturnType<typeof useInvite>;
  onIssued: (issued: IssuedInvitation) => void;
  close: () => void;
};

export function InviteForm({ invite, onIssued, close }: Props) {
  const { form, submit } = useDraftForm<InvitationDraft, IssuedInvitation>({
    resolver,
    defaultValues: { email: "", role: "viewer" },
    send: invite.mutate,
    onSuccess: onIssued,
  });
  const { errors } = form.formState;
  const account = form.watch("accountId") ?? null;
  return (
    <Form form={form} submit={submit}>
      <TextField
        label="E-mail"
        error={errors.email?.message}
        type="email"
        autoComplete="off"
        {...form.register("email")}
      />
      <AccountSelect
        value={account}
        everyAccount="All accounts"
        offersOnlyOne
        onChange={(chosen) => form.setValue("accountId", chosen ?? undefined)}
        hint="A user of one account sees nothing of other accounts."
        error={errors.accountId?.message}
      />
      <Choices legend="Role" error={errors.role?.message}>
        {roles.map((role) => (
          <Choice
            key={role}
            type="radio"
            value={role}
            label={<span className="capitalize">{role}</span>}
            hint={wordsOfRole(role, { isMember: account !== null })}
            {...form.register("role")}
          />
        ))}
      </Choices>
      <SubmitActions close={close} busy={invite.isPending} progress="Creating…">
        Create invitation link
      </SubmitActions>
    </Form>
  );
}
