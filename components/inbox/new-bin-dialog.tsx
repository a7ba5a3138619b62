"use client";

import { useRouter } from "next/navigation";
import { useState } from "react";
import { accountComplaint } from "@/components/accounts/account-complaint";
import { AccountSelect } from "@/components/accounts/account-select";
import { Form } from "@/components/form/form";
import { SubmitActions } from "@/components/form/submit-actions";
import { TextField } from "@/components/form/text-field";
import { useDraftForm } from "@/components/form/use-draft-form";
import { Dialog } from "@/components/ui/dialog";
import { useCreateBin } from "@/lib/inbox/queries";

type Props = {
  /** Account of the other pages: selected at first. */
  account: string | null;
  close: () => void;
};

export function NewBinDialog({ account, close }: Props) {
  return (
    <Dialog
      open
      onOpenChange={(still) => !still && close()}
      title="New bin"
      description="A new bin responds 200. You can change the response at any time."
    >
      <NewBinForm account={account} close={close} />
    </Dialog>
  );
}

function NewBinForm({ account: initial, close }: Props) {
  const router = useRouter();
  const create = useCreateBin();
  const [account, setAccount] = useState(initial ?? undefined);
  const { form, submit } = useDraftForm<{ name: string }, { id: string }>({
    defaultValues: { name: "Trial" },
    send: (draft, on) => create.mutate({ draft, account }, on),
    onSuccess: ({ id }) => router.push(`/inbox/${id}`),
  });
  return (
    <Form form={form} submit={submit}>
      <TextField
        label="Name"
        error={form.formState.errors.name?.message}
        autoComplete="off"
        {...form.register("name")}
      />
      <AccountSelect
        value={account}
        onChange={(chosen) => setAccount(chosen ?? undefined)}
        hint="Only webhooks of this account can use the bin."
        error={accountComplaint(create.error)}
      />
      <SubmitActions close={close} busy={create.isPending || create.isSuccess} progress="Creating…">
        Create bin
      </SubmitActions>
    </Form>
  );
}
