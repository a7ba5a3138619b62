import { ArrowUp } from "lucide-react";
import { Button } from "@/components/ui/button";
import { formatCount } from "@/lib/format";

type Props = { count: number; hasMore: boolean; show: () => void };

/** Number of rows that arrived above the visible part of the list, as a button that scrolls to them. */
export function NewRows({ count, hasMore, show }: Props) {
  return (
    <Button
      look="primary"
      size="small"
      pill
      className="pointer-events-auto shadow-high"
      onClick={show}
    >
      {formatCount(count)}
      {hasMore && "+"} new
      <ArrowUp aria-hidden="true" />
    </Button>
  );
}
