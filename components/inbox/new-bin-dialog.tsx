"use client";

import { useRouter } from "next/navigation";
import { useState } from "react";
import { useForm } from "react-hook-form";
import { AccountSelect } from "@/components/accounts/account-select";
import { Field } from "@/components/form/field";
import { FormErrors } from "@/components/form/form-errors";
import { showProblem } from "@/components/form/show-problem";
import { SubmitActions } from "@/components/form/submit-actions";
import { Dialog } from "@/components/ui/dialog";
import { Input } from "@/components/ui/input";
import { useCreateBin } from "@/lib/inbox/queries";

export function NewBinDialog({ close }: { close: () => void }) {
  return (
    <Dialog
      open
      onOpenChange={(still) => !still && close()}
      title="New bin"
      description="A new bin responds 200. You can change the response at any time."
    >
      <NewBinForm close={close} />
    </Dialog>
  );
}

function NewBinForm({ close }: { close: () => void }) {
  const router = useRouter();
  const create = useCreateBin();
  const [account, setAccount] = useState<string>();
  const form = useForm({ defaultValues: { name: "Trial" }, shouldFocusError: false });
  const submit = form.handleSubmit((draft) =>
    create.mutate(
      { draft, account },
      {
        onSuccess: ({ id }) => router.push(`/inbox/${id}`),
        onError: (error) => showProblem(form, error),
      },
    ),
  );
  return (
    <form onSubmit={(event) => void submit(event)} noValidate className="grid gap-4">
      <FormErrors form={form} />
      <Field label="Name" error={form.formState.errors.name?.message}>
        {(wiring) => <Input autoComplete="off" {...wiring} {...form.register("name")} />}
      </Field>
      <AccountSelect
        value={account}
        onChange={(chosen) => setAccount(chosen ?? undefined)}
        hint="Only webhooks of this account can use the bin."
      />
      <SubmitActions close={close} busy={create.isPending || create.isSuccess} progress="Creating…">
        Create bin
      </SubmitActions>
    </form>
  );
}
