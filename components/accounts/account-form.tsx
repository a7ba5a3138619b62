"use client";

import { useForm } from "react-hook-form";
import { Field } from "@/components/form/field";
import { FormErrors } from "@/components/form/form-errors";
import { lateResolver } from "@/components/form/late-resolver";
import { showProblem } from "@/components/form/show-problem";
import { SubmitActions } from "@/components/form/submit-actions";
import { Input } from "@/components/ui/input";
import type { AccountDraft } from "@/lib/accounts/contract";
import { type Account, useCreateAccount, useRenameAccount } from "@/lib/accounts/queries";

const resolver = lateResolver<AccountDraft>(
  async () => (await import("@/lib/accounts/contract")).AccountDraft,
);

type Props = { account?: Account; close: () => void };

/** Creates or renames an account. */
export function AccountForm({ account, close }: Props) {
  const create = useCreateAccount();
  const rename = useRenameAccount(account?.id ?? "");
  const save = account ? rename : create;
  const form = useForm<AccountDraft>({
    resolver,
    defaultValues: { name: account?.name ?? "" },
    shouldFocusError: false,
  });
  const submit = form.handleSubmit((draft) =>
    save.mutate(draft, { onSuccess: close, onError: (error) => showProblem(form, error) }),
  );
  return (
    <form onSubmit={(event) => void submit(event)} noValidate className="grid gap-5">
      <FormErrors form={form} />
      <Field label="Name" error={form.formState.errors.name?.message}>
        {(wiring) => <Input autoComplete="off" {...wiring} {...form.register("name")} />}
      </Field>
      <SubmitActions close={close} busy={save.isPending} progress="Saving…">
        {account ? "Rename account" : "Create account"}
      </SubmitActions>
    </form>
  );
}
