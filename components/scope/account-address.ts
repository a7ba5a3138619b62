import { field } from "@/components/address/field";
import { isUuid } from "@/components/address/is-uuid";

/** Any text that is no UUID is dropped, like every unknown word in an address. */
export const idField = field({
  parse: (text) => (isUuid(text) ? text : null),
  write: (id: string) => id,
});

/** The account that a page shows; without it, the page shows all accounts. */
export const accountAddress = { account: idField };

const pages = [
  "/",
  "/webhooks",
  "/deliveries",
  "/events",
  "/events/published",
  "/inbox",
  "/keys",
  "/audit",
];

/** Returns whether a page shows one account if its address names one. */
export function hasAccount(path: string): boolean {
  return pages.includes(path);
}
