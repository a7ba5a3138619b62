"use client";

import { useQuery } from "@tanstack/react-query";
import { Field } from "@/components/form/field";
import { Select } from "@/components/ui/input";
import { accountQueries } from "@/lib/accounts/queries";

type Props = {
  value: string | undefined;
  onChange: (account: string | undefined) => void;
  hint: string;
  error?: string | undefined;
};

/** Whose it is. Where there is one account only, nobody is asked. */
export function AccountSelect({ value, onChange, hint, error }: Props) {
  const { data } = useQuery(accountQueries.list());
  const accounts = data?.accounts ?? [];
  if (accounts.length < 2) return null;
  return (
    <Field label="Account" hint={hint} error={error}>
      {(wiring) => (
        <Select
          {...wiring}
          value={value ?? ""}
          onChange={({ target }) => onChange(target.value || undefined)}
        >
          <option value="">Choose an account</option>
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
