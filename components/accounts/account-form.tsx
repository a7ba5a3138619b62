"use client";

import { Form } from "@/components/form/form";
import { lazyResolver } from "@/components/form/lazy-resolver";
import { SubmitActions } from "@/components/form/submit-actions";
import { TextField } from "@/components/form/text-field";
import { useDraftForm } from "@/components/form/use-draft-form";
import type { AccountDraft } from "@/lib/accounts/contract";
import { useCreateAccount, useRenameAccount } from "@/lib/accounts/mutations";
import type { Account } from "@/lib/accounts/queries";

const resolver = lazyResolver<AccountDraft>(
  async () => (await import("@/lib/accounts/contract")).AccountDraft,
);

type Props = { account?: Account; close: () => void };

/** Creates or renames an account. */
export function AccountForm({ account, close }: Props) {
  const create = useCreateAccount();
  const rename = useRenameAccount(account?.id ?? "");
  const save = account ? rename : create;
  const { form, submit } = useDraftForm<AccountDraft, unknown>({
    resolver,
    defaultValues: { name: account?.name ?? "" },
    send: save.mutate,
    onSuccess: close,
  });
  return (
    <Form form={form} submit={submit}>
      <TextField
        label="Name"
        hint={!account && "With several accounts, requests with a service key must name one."}
        error={form.formState.errors.name?.message}
        autoComplete="off"
        {...form.register("name")}
      />
      <SubmitActions close={close} busy={save.isPending} progress="Saving…">
        {account ? "Rename account" : "Create account"}
      </SubmitActions>
    </Form>
  );
}
