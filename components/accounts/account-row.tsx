"use client";

import { Day } from "@/components/time/moment";
import { Button } from "@/components/ui/button";
import { CopyButton } from "@/components/ui/copy-button";
import { Cell, Row, RowHead } from "@/components/ui/table";
import type { Account } from "@/lib/accounts/queries";

type Props = {
  account: Account;
  rename: () => void;
  showSecret: () => void;
  showLimits: () => void;
};

export function AccountRow({
  account: { id, name, createdAt },
  rename,
  showSecret,
  showLimits,
}: Props) {
  return (
    <Row className="max-md:grid-cols-[minmax(0,1fr)]">
      <RowHead className="wrap-anywhere font-medium">{name}</RowHead>
      <Cell>
        <span className="flex min-w-0 items-center gap-1">
          <code className="truncate font-mono text-xs">{id}</code>
          <CopyButton text={id} label={`Copy id of account ${name}`} />
        </span>
      </Cell>
      <Cell data-label="Created" className="text-soft text-sm">
        <Day at={createdAt} />
      </Cell>
      <Cell>
        <div className="flex flex-wrap gap-2 md:justify-end">
          <Button size="small" aria-label={`Limits of ${name}`} onClick={showLimits}>
            Limits
          </Button>
          <Button size="small" aria-label={`Signing secret of ${name}`} onClick={showSecret}>
            Signing secret
          </Button>
          <Button size="small" aria-label={`Rename ${name}`} onClick={rename}>
            Rename
          </Button>
        </div>
      </Cell>
    </Row>
  );
}
