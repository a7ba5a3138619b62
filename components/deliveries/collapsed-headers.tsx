import { Collapsed } from "./collapsed";
import { HeaderTable } from "./header-table";

type Props = { caption: string; headers: readonly (readonly [string, string])[] };

/** Headers of a message, collapsed to their number. */
export function CollapsedHeaders({ caption, headers }: Props) {
  return (
    <Collapsed title={caption} figure={headers.length}>
      <HeaderTable caption={caption} headers={headers} />
    </Collapsed>
  );
}
