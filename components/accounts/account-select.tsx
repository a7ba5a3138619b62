"use client";

import { useQuery } from "@tanstack/react-query";
import { Field } from "@/components/form/field";
import { Select } from "@/components/ui/input";
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
  return (
    <Field label="Account" hint={hint} error={error}>
      {(wiring) => (
        <Select
          {...wiring}
          value={value === null ? every : (value ?? "")}
          onChange={({ target }) =>
            onChange(target.value === every ? null : target.value || undefined)
          }
        >
          <option value="">Choose an account</option>
          {everyAccount && <option value={every}>{everyAccount}</option>}
          {accounts.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </Select>
      )}
    </Field>
  );
}
