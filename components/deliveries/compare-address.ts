import { parseAsInteger } from "nuqs/server";

/** The two attempts that are compared, as the address names them. */
export const compareAddress = { a: parseAsInteger, b: parseAsInteger };
