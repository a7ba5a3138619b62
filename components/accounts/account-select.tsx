"use client";

import { useQuery } from "@tanstack/react-query";
import { Field } from "@/components/form/field";
import { preloadable } from "@/components/ui/preloadable";
import { SelectField } from "@/components/ui/select-field";
import { accountQueries } from "@/lib/accounts/queries";
import { sampleQueries } from "@/lib/sample/queries";
import { useAccountName } from "./use-account-name";

const AccountChoices = preloadable(() =>
  import("./account-choices").then((made) => made.AccountChoices),
);

type Props = {
  /** Null selects all accounts, where `everyAccount` offers that. */
  value: string | null | undefined;
  onChange: (account: string | null | undefined) => void;
  everyAccount?: string;
  /** True where the only account is a choice, too: beside all accounts that there will be. */
  offersOnlyOne?: boolean;
  hint: string;
  error?: string | undefined;
};

/** Selects an account. Hidden while there is nothing to choose; sample data does not count. */
export function AccountSelect(props: Props) {
  const { value, onChange, everyAccount, offersOnlyOne = false, hint, error } = props;
  const { data } = useQuery(accountQueries.first());
  const { data: sample } = useQuery(sampleQueries.status());
  const name = useAccountName(value);
  const accounts = data?.accounts.filter(({ id }) => id !== sample?.accountId) ?? [];
  if (accounts.length < (offersOnlyOne ? 1 : 2)) return null;
  const every = value === null ? everyAccount : undefined;
  return (
    <Field label="Account" hint={hint} error={error}>
      {(wiring) => (
        <SelectField
          {...wiring}
          label="Account"
          shown={every ?? name ?? (value ? "…" : "Choose an account")}
          preload={AccountChoices.preload}
        >
          <AccountChoices
            chosen={value}
            everyAccount={everyAccount}
            except={sample?.accountId}
            onChoose={onChange}
          />
        </SelectField>
      )}
    </Field>
  );
}
