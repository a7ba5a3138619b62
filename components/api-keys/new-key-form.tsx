"use client";

import { useState } from "react";
import type { UseFormReturn } from "react-hook-form";
import { AccountSelect } from "@/components/accounts/account-select";
import { Choices } from "@/components/form/choices";
import { Field } from "@/components/form/field";
import { Form } from "@/components/form/form";
import { lazyResolver } from "@/components/form/lazy-resolver";
import { SubmitActions } from "@/components/form/submit-actions";
import { TextField } from "@/components/form/text-field";
import { useDraftForm } from "@/components/form/use-draft-form";
import { Choice } from "@/components/ui/choice";
import { SelectBox } from "@/components/ui/select-box";
import { type Scope, scopes } from "@/db/enums";
import type { ApiKeyDraft } from "@/lib/api-keys/contract";
import type { IssuedApiKey, useIssueApiKey } from "@/lib/api-keys/queries";
import { useSeesAll } from "@/lib/session/queries";
import { scopeWords } from "./scope-words";

const resolver = lazyResolver<ApiKeyDraft>(
  async () => (await import("@/lib/api-keys/contract")).ApiKeyDraft,
);

/** Scopes that are checked at first: of the video service, and of a customer who manages webhooks by program. */
const usual = {
  service: ["events:write"],
  customer: ["webhooks:read", "webhooks:write", "deliveries:read"],
} satisfies Record<string, Scope[]>;

type Props = {
  /** Account of the page: selected at first. */
  account: string | null;
  issue: ReturnType<typeof useIssueApiKey>;
  close: () => void;
};

export function NewKeyForm({ account, issue, close }: Props) {
  const seesAll = useSeesAll();
  const { form, submit } = useDraftForm<ApiKeyDraft, IssuedApiKey>({
    resolver,
    defaultValues: {
      name: "",
      scopes: seesAll ? usual.service : usual.customer,
      accountId: account ?? undefined,
    },
    send: issue.mutate,
  });
  const { errors } = form.formState;
  return (
    <Form form={form} submit={submit}>
      <TextField
        label="Name"
        hint="The program that uses the key."
        error={errors.name?.message}
        autoComplete="off"
        placeholder="video-pipeline"
        {...form.register("name")}
      />
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
      <SubmitActions close={close} busy={issue.isPending} progress="Creating…">
        Create key
      </SubmitActions>
    </Form>
  );
}

const lifetimes = [
  { value: "", label: "Never" },
  ...[30, 90, 365].map((days) => ({ value: String(days), label: `In ${days} days` })),
];
const dayMs = 86_400_000;

type ExpiryFieldProps = {
  onChange: (expiresAt: string | undefined) => void;
  error: string | undefined;
};

/** Expiry of the key. */
function ExpiryField({ onChange, error }: ExpiryFieldProps) {
  const [days, setDays] = useState("");
  const choose = (value: string) => {
    setDays(value);
    onChange(value ? new Date(Date.now() + Number(value) * dayMs).toISOString() : undefined);
  };
  return (
    <Field label="Expires" hint="An expired key is rejected without a revocation." error={error}>
      {(wiring) => (
        <SelectBox {...wiring} label="Expires" options={lifetimes} value={days} onChange={choose} />
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
