/** Two columns of the wide form give way on a narrow one, where a row is a card of three lines. */
const columns = {
  all: "@2xl:grid-cols-[2rem_6.75rem_6.25rem_12.5rem_minmax(0,1fr)_8.25rem_2rem_5.75rem]",
  own: "@2xl:grid-cols-[2rem_6.75rem_6.25rem_minmax(0,1fr)_9.5rem_2.5rem_6.5rem]",
} as const;
const line = "grid grid-cols-[2rem_minmax(0,1fr)_auto] items-center gap-x-3 px-3 @2xl:px-4";

/** How a line of the log lies: of all webhooks, or of one, which is not named again. */
export function lineOf(own: boolean): string {
  return `${line} ${columns[own ? "own" : "all"]}`;
}
