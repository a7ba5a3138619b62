/** Link of a row's first cell; the whole row is its target. */
export const rowLink =
  "rounded-sm font-medium after:absolute after:inset-0 hover:underline underline-offset-2";
/** Places other controls of the row above that link. */
export const aboveRow = "relative z-10";
