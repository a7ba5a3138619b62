import type { LogColumn } from "@/lib/deliveries/view";

export const columnNames: Record<LogColumn, string> = {
  status: "Status",
  event: "Event",
  subject: "Video or avatar",
  webhook: "Webhook",
  response: "Response",
  attempts: "Attempts",
  next: "Next attempt",
};

/**
 * Widths in the wide form, the same for the head and the rows. On a narrow one a row is a card of three lines. An id is
 * known by its start, so the webhook gets more of the room.
 */
const shapes: Record<LogColumn, string> = {
  status: "@3xl:w-22 @3xl:shrink-0",
  event: "@3xl:w-44 @3xl:shrink-0",
  subject: "@3xl:grow @3xl:shrink-0 @3xl:basis-23 @3xl:@max-[62rem]:hidden",
  webhook: "@3xl:min-w-0 @3xl:grow-2 @3xl:basis-39",
  response: "@3xl:w-30 @3xl:shrink-0",
  attempts: "@3xl:mr-2 @3xl:w-13 @3xl:shrink-0 @3xl:text-right @max-[62rem]:hidden",
  next: "@3xl:w-22 @3xl:shrink-0",
};

/** A line of the log: cells side by side, or a card of three lines. */
export const line =
  "grid grid-cols-[2rem_minmax(0,1fr)_auto] items-center gap-x-3 px-3 @3xl:flex @3xl:gap-x-2.5 @3xl:px-4";
export const selectShape = "content-center self-stretch @3xl:w-5 @3xl:shrink-0";
/** A checkbox that takes clicks on its cell and beside it. */
export const selectBox =
  "m-1 size-4 cursor-pointer before:absolute before:-inset-x-2 before:inset-y-0 pointer-coarse:before:-inset-x-3 @3xl:m-0";
/** As wide as its text where a reader spaces that out. */
export const timeShape = "@3xl:w-28 @3xl:min-w-max @3xl:shrink-0";

/** Returns the classes of a column. A hidden one stays in cards, which have no columns. */
export function columnShape(column: LogColumn, hidden: ReadonlySet<LogColumn>): string {
  return `${shapes[column]} ${hidden.has(column) ? "@3xl:hidden" : ""}`;
}
