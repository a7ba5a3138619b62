"use client";

import { useAccount } from "@/components/scope/account-scope";
import { type LogFilter, logLink } from "./log-link";

/** Returns `logLink` for the account that the page shows. */
export function useLogLink(): (filter: LogFilter, page?: string) => string {
  const account = useAccount();
  return (filter, page) => logLink({ account, ...filter }, page);
}
