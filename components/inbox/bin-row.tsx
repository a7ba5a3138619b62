import Link from "next/link";
import { Ago } from "@/components/time/moment";
import { CopyButton } from "@/components/ui/copy-button";
import { aboveRow, Cell, Row, RowHead, rowLink } from "@/components/ui/table";
import { formatCount } from "@/lib/format";
import type { InboxBin } from "@/lib/inbox/queries";
import { answersOf } from "./answer-words";

export function BinRow({ bin }: { bin: InboxBin }) {
  return (
    <Row className="max-md:grid-cols-[minmax(0,1fr)_auto]">
      <RowHead className="max-md:col-span-2">
        <Link href={`/inbox/${bin.id}`} prefetch={false} className={`${rowLink} block truncate`}>
          {bin.name}
        </Link>
      </RowHead>
      <Cell className="max-md:col-span-2">
        <span className="flex min-w-0 items-center gap-1">
          <code className="min-w-0 truncate font-mono text-soft text-xs">{bin.url}</code>
          <span className={aboveRow}>
            <CopyButton text={bin.url} label={`Copy address of ${bin.name}`} />
          </span>
        </span>
      </Cell>
      <Cell data-label="Answers" className="text-soft max-md:text-sm">
        {answersOf(bin)}
      </Cell>
      <Cell data-label="Requests" className="text-right tabular-nums max-md:text-sm">
        {formatCount(bin.received)}
      </Cell>
      <Cell data-label="Last" className="text-soft max-md:text-sm">
        {bin.lastRequestAt ? <Ago at={bin.lastRequestAt} /> : "never"}
      </Cell>
    </Row>
  );
}
