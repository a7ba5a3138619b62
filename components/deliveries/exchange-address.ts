import { parseAsInteger, parseAsStringLiteral } from "nuqs/server";

export const exchangeTabs = ["response", "request", "timing", "compare"] as const;
export type ExchangeTab = (typeof exchangeTabs)[number];

/** Which attempt is looked at, and what of it, as the address names them. */
export const exchangeAddress = {
  att: parseAsInteger,
  tab: parseAsStringLiteral(exchangeTabs),
};
