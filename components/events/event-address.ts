import { parseAsStringLiteral } from "nuqs/server";
import { eventNames } from "@/db/enums";

/** The filter of published events as the page's address names it; the server reads the same. */
export const eventAddress = { event: parseAsStringLiteral(eventNames) };
