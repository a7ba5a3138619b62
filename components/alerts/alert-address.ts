import { idField } from "@/components/scope/account-address";

/** The alert that the page shows, in its address. */
export const alertAddress = { alert: idField };
