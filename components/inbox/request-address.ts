import { parseAsInteger } from "nuqs/server";

/** Which request of a bin is looked at; the newest, when the address names none. */
export const requestAddress = parseAsInteger.withOptions({ history: "push" });
