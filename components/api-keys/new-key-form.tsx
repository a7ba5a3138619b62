"use client";

import { useForm } from "react-hook-form";
import { AccountSelect } from "@/components/accounts/account-select";
import { Field } from "@/components/form/field";
import { FormErrors } from "@/components/form/form-errors";
import { lateResolver } from "@/components/form/late-resolver";
import { showProblem } from "@/components/form/show-problem";
import { Button } from "@/components/ui/button";
import { DialogActions } from "@/components/ui/dialog";
import { Input } from "@/components/ui/input";
import type { ApiKeyDraft } from "@/lib/api-keys/contract";
import { type IssuedApiKey, useIssueApiKey } from "@/lib/api-keys/queries";
import { ExpiryField } from "./expiry-field";
import { ScopeChoices } from "./scope-choices";

const resolver = lateResolver<ApiKeyDraft>(
  async () => (await import("@/lib/api-keys/contract")).ApiKeyDraft,
);

type Props = { onIssued: (issued: IssuedApiKey) => void; close: () => void };

export function NewKeyForm({ onIssued, close }: Props) {
  const issue = useIssueApiKey();
  const form = useForm<ApiKeyDraft>({
    resolver,
    defaultValues: { name: "", scopes: ["events:write"], accountId: undefined },
    shouldFocusError: false,
  });
  const { errors } = form.formState;
  const submit = form.handleSubmit((draft) =>
    issue.mutate(draft, {
      onSuccess: onIssued,
      onError: (error) => showProblem(form, error),
    }),
  );
  return (
    <form onSubmit={(event) => void submit(event)} noValidate className="grid gap-5">
      <FormErrors form={form} />
      <Field label="Name" hint="The program that will use it." error={errors.name?.message}>
        {(wiring) => (
          <Input
            autoComplete="off"
            placeholder="video-pipeline"
            {...wiring}
            {...form.register("name")}
          />
        )}
      </Field>
      <AccountSelect
        value={form.watch("accountId")}
        everyAccount="Every account (service key)"
        onChange={(account) => form.setValue("accountId", account)}
        hint="Whose webhooks and events it sees."
        error={errors.accountId?.message}
      />
      <ScopeChoices form={form} />
      <ExpiryField
        error={errors.expiresAt?.message}
        onChange={(expiresAt) => form.setValue("expiresAt", expiresAt)}
      />
      <DialogActions>
        <Button onClick={close}>Cancel</Button>
        <Button type="submit" look="primary" disabled={issue.isPending}>
          {issue.isPending ? "Creating…" : "Create key"}
        </Button>
      </DialogActions>
    </form>
  );
}
