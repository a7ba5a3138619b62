import type { Column } from "@/components/ui/table";
import type { Sort } from "@/lib/webhook-search/vocabulary";
import type { ListView } from "./use-list-view";

type Named = Omit<Column, "sort"> & { sort?: Sort };

/** Columns of the loading state. */
export const skeletonColumns = (): Column[] =>
  namedColumns(false).map(({ sort, ...column }) => column);

/** Columns of the webhook list. The account is shown where there are several. */
function namedColumns(hasOwners: boolean): readonly Named[] {
  return columns.filter(({ name }) => hasOwners || name !== "Account");
}

const columns: readonly Named[] = [
  { name: "Select", className: "w-11 max-md:hidden", hidden: true },
  { name: "Webhook", sort: "name" },
  { name: "Health", className: "w-34 md:max-lg:w-30 2xl:w-50", sort: "health" },
  { name: "Account", className: "w-28 md:max-xl:hidden" },
  { name: "Events", className: "w-32 2xl:w-36 md:max-xl:hidden" },
  { name: "Success, 24 h", className: "w-44 md:max-lg:w-26", sort: "rate" },
  { name: "Last attempt", className: "w-28 md:max-lg:hidden", sort: "last" },
  { name: "Actions", className: "w-13", hidden: true },
];

/** Order in which a column sorts at first. */
const natural = {
  name: "ascending",
  health: "descending",
  rate: "ascending",
  last: "descending",
} as const;
const reverse = { ascending: "descending", descending: "ascending" } as const;

/** The same columns with heads that sort. */
export function sortableColumns(hasOwners: boolean, { view, set }: ListView): Column[] {
  return namedColumns(hasOwners).map(({ sort, ...column }) => {
    if (!sort) return column;
    const direction = { [sort]: natural[sort], [`-${sort}`]: reverse[natural[sort]] }[view.sort];
    const next = view.sort === sort ? (`-${sort}` as const) : sort;
    return { ...column, sort: { direction, change: () => set({ sort: next }) } };
  });
}
