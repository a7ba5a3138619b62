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
  status: "@log:w-22 @log:shrink-0",
  event: "@log:w-44 @log:shrink-0",
  subject: "@log:grow @log:shrink-0 @log:basis-23",
  webhook: "@log:min-w-0 @log:grow-2 @log:basis-39",
  response: "@log:w-30 @log:shrink-0",
  attempts: "@log:mr-2 @log:w-13 @log:shrink-0 @log:text-right @max-[62rem]:hidden",
  next: "@log:w-22 @log:shrink-0 @log:@max-[56rem]:hidden",
};

/** A line of the log: cells side by side, or a card of three lines. */
export const line =
  "grid grid-cols-[2rem_minmax(0,1fr)_auto] items-center gap-x-3 px-3 @log:flex @log:gap-x-2.5 @log:px-4";
export const selectShape = "content-center self-stretch @log:w-5 @log:shrink-0";
/** A checkbox that takes clicks on its cell and beside it. */
export const selectBox =
  "m-1 size-4 cursor-pointer before:absolute before:-inset-x-2 before:inset-y-0 pointer-coarse:before:-inset-x-3 @log:m-0";
/** As wide as its text where a reader spaces that out. */
export const timeShape = "@log:w-28 @log:min-w-max @log:shrink-0";

/**
 * Returns the classes of a column. A hidden one stays in cards, which have no columns. A webhook's `own` log has room for the
 * video where others show the webhook alone.
 */
export function columnShape(column: LogColumn, hidden: ReadonlySet<LogColumn>, own: boolean) {
  if (hidden.has(column)) return `${shapes[column]} @log:hidden`;
  return column === "subject" && !own
    ? `${shapes[column]} @log:@max-[62rem]:hidden`
    : shapes[column];
}
