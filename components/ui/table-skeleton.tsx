import { Skeleton } from "./skeleton";
import { Cell, type Column, Row, Table } from "./table";

/** As many cells as a phone's card has in two lines. */
const onCard = 4;

type Props = {
  columns: readonly Column[];
  rows: number;
  rowHeight?: "h-11" | "h-12.25" | "h-13.5";
};

/** Loading state of a table. */
export function TableSkeleton({ columns, rows, rowHeight = "h-11" }: Props) {
  const keys = Array.from({ length: rows }, (_, row) => row);
  return (
    <Table caption="Loading" columns={columns} busy>
      {keys.map((row) => (
        <Row key={row} className={`max-md:h-auto max-md:grid-cols-2 ${rowHeight}`}>
          {columns.map(({ name }, column) => (
            <Cell key={name} className={column < onCard ? "" : "max-md:hidden"}>
              <Skeleton className={column % 2 ? "h-4 w-3/5 min-w-12" : "h-4 w-4/5 min-w-16"} />
            </Cell>
          ))}
        </Row>
      ))}
    </Table>
  );
}
