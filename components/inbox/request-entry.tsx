import { Moment } from "@/components/time/moment";
import { formatBytes } from "@/lib/format";
import type { InboxRequestSummary } from "@/lib/inbox/queries";
import { SignatureBadge } from "./signature-badge";

type Props = { request: InboxRequestSummary; current: boolean; choose: () => void };

export function RequestEntry({ request, current, choose }: Props) {
  const { number, method, receivedAt, size, answered, preview } = request;
  return (
    <li className="border-line not-last:border-b">
      <button
        type="button"
        aria-current={current}
        onClick={choose}
        className="-outline-offset-2! grid w-full gap-1 px-4 py-2.5 text-left hover:bg-hover aria-[current=true]:bg-accent-wash"
      >
        <span className="flex flex-wrap items-center gap-x-2 gap-y-1 text-sm">
          <span className="text-faint tabular-nums">#{number}</span>
          <span className="font-medium">{method}</span>
          <Moment at={receivedAt} />
          <span className="text-faint">{formatBytes(size)}</span>
          <span className="ml-auto font-medium tabular-nums">
            <span className="sr-only">answered </span>
            {answered}
          </span>
        </span>
        <span className="flex min-w-0 items-center gap-2">
          <SignatureBadge valid={request.valid} />
          <code className="min-w-0 truncate font-mono text-soft text-xs">{preview}</code>
        </span>
      </button>
    </li>
  );
}
