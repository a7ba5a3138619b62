"use client";

import { type UseFormReturn, useForm } from "react-hook-form";
import { AccountSelect } from "@/components/accounts/account-select";
import { Choices } from "@/components/form/choices";
import { Field } from "@/components/form/field";
import { FormErrors } from "@/components/form/form-errors";
import { lateResolver } from "@/components/form/late-resolver";
import { showProblem } from "@/components/form/show-problem";
import { Button } from "@/components/ui/button";
import { Choice } from "@/components/ui/choice";
import { DialogActions } from "@/components/ui/dialog";
import { Input, Select } from "@/components/ui/input";
import { scopes } from "@/db/enums";
import type { ApiKeyDraft } from "@/lib/api-keys/contract";
import { type IssuedApiKey, useIssueApiKey } from "@/lib/api-keys/queries";
import { scopeWords } from "./scope-words";

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
      <Field label="Name" hint="The program that uses the key." error={errors.name?.message}>
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
        everyAccount="All accounts (service key)"
        onChange={(account) => form.setValue("accountId", account)}
        hint="The account that the key can access."
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

const days = [30, 90, 365];
const dayMs = 86_400_000;

type ExpiryFieldProps = {
  onChange: (expiresAt: string | undefined) => void;
  error: string | undefined;
};

/** Expiry of the key. */
function ExpiryField({ onChange, error }: ExpiryFieldProps) {
  const choose = (value: string) =>
    onChange(value ? new Date(Date.now() + Number(value) * dayMs).toISOString() : undefined);
  return (
    <Field label="Expires" hint="An expired key is rejected without a revocation." error={error}>
      {(wiring) => (
        <Select {...wiring} onChange={({ target }) => choose(target.value)}>
          <option value="">Never</option>
          {days.map((count) => (
            <option key={count} value={count}>
              In {count} days
            </option>
          ))}
        </Select>
      )}
    </Field>
  );
}

function ScopeChoices({ form }: { form: UseFormReturn<ApiKeyDraft> }) {
  return (
    <Choices
      legend="Scopes"
      hint="Permissions of the key."
      error={form.formState.errors.scopes?.message}
    >
      {scopes.map((scope) => (
        <Choice
          key={scope}
          type="checkbox"
          value={scope}
          label={
            <>
              {scopeWords[scope]}
              <span className="ml-2 font-mono text-faint text-xs">{scope}</span>
            </>
          }
          {...form.register("scopes")}
        />
      ))}
    </Choices>
  );
}
