"use client";

import { useQuery } from "@tanstack/react-query";
import { Field } from "@/components/form/field";
import { SelectBox } from "@/components/ui/select-box";
import { accountQueries } from "@/lib/accounts/queries";
import { sampleQueries } from "@/lib/sample/queries";

type Props = {
  /** Null selects all accounts, where `everyAccount` offers that. */
  value: string | null | undefined;
  onChange: (account: string | null | undefined) => void;
  everyAccount?: string;
  hint: string;
  error?: string | undefined;
};

const every = "*";

/** Selects an account. Hidden while there is only one, sample data aside. */
export function AccountSelect({ value, onChange, everyAccount, hint, error }: Props) {
  const { data } = useQuery(accountQueries.list());
  const { data: sample } = useQuery(sampleQueries.status());
  const accounts = data?.accounts.filter(({ id }) => id !== sample?.accountId) ?? [];
  if (accounts.length < 2) return null;
  const options = [
    ...(everyAccount ? [{ value: every, label: everyAccount }] : []),
    ...accounts.map(({ id, name }) => ({ value: id, label: name })),
  ];
  return (
    <Field label="Account" hint={hint} error={error}>
      {(wiring) => (
        <SelectBox
          {...wiring}
          label="Account"
          placeholder="Choose an account"
          options={options}
          value={value === null ? every : value}
          onChange={(chosen) => onChange(chosen === every ? null : chosen)}
        />
      )}
    </Field>
  );
}
