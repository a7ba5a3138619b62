import { searchField } from "@/components/address/field";

/** Search text of the table of accounts. */
export const accountListAddress = { q: searchField.withDefault("") };
