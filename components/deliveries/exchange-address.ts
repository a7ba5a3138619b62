import { parseAsInteger, parseAsStringLiteral } from "nuqs/server";

const exchangeTabs = ["response", "request", "timing", "compare"] as const;
export type ExchangeTab = (typeof exchangeTabs)[number];

/** Selected attempt and tab, in the address. */
export const exchangeAddress = {
  att: parseAsInteger,
  tab: parseAsStringLiteral(exchangeTabs),
};
