import { Skeleton } from "./skeleton";
import { Cell, type Column, type Room, Row, Table } from "./table";

/** As many cells as a phone's card has in two lines. */
const onCard = 4;

type Props = {
  columns: readonly Column[];
  rows: number;
  room?: Room;
  rowHeight?: "h-11" | "h-12.25" | "h-13.5";
};

/** Loading state of a table. */
export function TableSkeleton({ columns, rows, room = "some", rowHeight = "h-11" }: Props) {
  const keys = Array.from({ length: rows }, (_, row) => row);
  return (
    <Table caption="Loading" columns={columns} room={room} busy>
      {keys.map((row) => (
        <Row key={row} className={`card:h-auto card:grid-cols-2 ${rowHeight}`}>
          {columns.map(({ name }, column) => (
            <Cell key={name} className={column < onCard ? "" : "card:hidden"}>
              <Skeleton className={column % 2 ? "h-4 w-3/5 min-w-12" : "h-4 w-4/5 min-w-16"} />
            </Cell>
          ))}
        </Row>
      ))}
    </Table>
  );
}
