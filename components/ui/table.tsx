import type { ComponentProps, ReactNode } from "react";
import { type SortDirection, SortHead } from "./sort-head";

export type Column = {
  name: string;
  className?: string;
  hidden?: boolean;
  /** In place of the name. */
  head?: ReactNode;
  /** Order of the rows by this column, and the change of it by a click on the head. */
  sort?: { direction: SortDirection; change: () => void };
};

/** Room that the columns of a table need. The variant `card` (globals.css) has the widths. */
const rooms = { little: "", some: "@container/table", much: "@container/wide-table" };
export type Room = keyof typeof rooms;

type Props = {
  caption: string;
  columns: readonly Column[];
  room?: Room;
  busy?: boolean;
  children: ReactNode;
};

/**
 * A native table. On a phone, and where its columns have too little room, each row becomes a card: the head is visually
 * hidden, and cells show their `data-label` where the content alone is ambiguous.
 */
export function Table({ caption, columns, room = "some", busy = false, children }: Props) {
  return (
    <div
      className={`relative overflow-y-hidden rounded-lg border border-line bg-raised shadow-low ${rooms[room]} ${busy ? "overflow-x-hidden" : "overflow-x-auto"}`}
    >
      {busy && (
        <span
          aria-hidden="true"
          className="absolute inset-x-0 top-0 h-0.5 animate-pulse bg-accent motion-reduce:animate-none"
        />
      )}
      <table aria-busy={busy} className="w-full table-fixed border-collapse text-left card:block">
        <caption className="sr-only">{caption}</caption>
        <thead className="bg-sunken text-faint text-xs card:sr-only">
          <tr>
            {columns.map(({ name, className = "", hidden = false, head = name, sort }) => (
              <th
                key={name}
                scope="col"
                aria-sort={sort?.direction}
                className={`h-9 whitespace-nowrap border-line border-b px-3 font-medium first:pl-4 last:pr-4 ${className}`}
              >
                {hidden && <span className="sr-only">{name}</span>}
                {!hidden && (sort ? <SortHead name={name} {...sort} /> : head)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="card:block">{children}</tbody>
      </table>
    </div>
  );
}

/** `relative`, so that the link in the first cell can span the row. */
export function Row({ className = "", ...rest }: ComponentProps<"tr">) {
  return (
    <tr
      className={`relative border-line not-last:border-b transition-colors hover:bg-hover has-[a[data-row]:focus-visible]:bg-hover card:grid card:items-center card:gap-x-3 card:gap-y-1 card:px-4 card:py-3 ${className}`}
      {...rest}
    />
  );
}

export function Cell({ className = "", ...rest }: ComponentProps<"td">) {
  return (
    <td
      className={`px-3 py-(--row-pad) align-middle first:pl-4 last:pr-4 card:p-0! card:data-label:before:mr-1 card:data-label:before:text-faint card:data-label:before:content-[attr(data-label)] ${className}`}
      {...rest}
    />
  );
}

export function RowHead({ className = "", ...rest }: ComponentProps<"th">) {
  return (
    <th
      scope="row"
      className={`px-3 py-(--row-pad) text-left first:pl-4 align-middle font-normal card:p-0! ${className}`}
      {...rest}
    />
  );
}
