"use client";

import { usePathname, useRouter } from "next/navigation";
import { createContext, type ReactNode, useContext, useState } from "react";
import { textField } from "@/components/address/field";
import { mayLeave } from "@/components/address/leave";
import { useAddress } from "@/components/address/use-address";
import { accountAddress, hasAccount } from "./account-address";

/** The account, and what belongs to it: the webhooks of the filter, the open delivery and its attempt. */
const ofAccount = { ...accountAddress, webhook: textField, d: textField, att: textField };
const Chosen = createContext<string | null>(null);

/** Returns the account in the page's address; null for all accounts. */
export function useAccount(): string | null {
  return useAddress(accountAddress)[0].account;
}

/** Keeps the account of the last page that has one, for the links of pages that have none. */
export function AccountScope({ children }: { children: ReactNode }) {
  const account = useAccount();
  const here = hasAccount(usePathname());
  const [kept, setKept] = useState(account);
  if (here && kept !== account) setKept(account);
  return <Chosen value={here ? account : kept}>{children}</Chosen>;
}

/** Returns the account chosen on this page or the last one; null for all accounts. */
export function useChosenAccount(): string | null {
  return useContext(Chosen);
}

/** Returns a function that adds the chosen account to the address of a page that shows one. */
export function useAccountLink(): (href: string) => string {
  const account = useChosenAccount();
  return (href) => linkTo(href, account);
}

/** Switches the account of this page, or goes to the list that this page belongs to. */
export function useSwitchAccount(): (account: string | null) => void {
  const path = usePathname();
  const router = useRouter();
  const [, set] = useAddress(ofAccount);
  return (account) => {
    // A filtered webhook or an open delivery is part of all accounts, but not of another one.
    const change = account ? { account, webhook: null, d: null, att: null } : { account };
    if (hasAccount(path)) return set(change, { history: "push" });
    const list = `/${path.split("/")[1]}`;
    if (mayLeave()) router.push(linkTo(hasAccount(list) ? list : "/", account));
  };
}

function linkTo(href: string, account: string | null): string {
  const [path = ""] = href.split("?");
  if (!account || !hasAccount(path)) return href;
  return `${href}${href === path ? "?" : "&"}account=${account}`;
}
