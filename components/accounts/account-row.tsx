"use client";

import { KeyRound, Pencil } from "lucide-react";
import Link from "next/link";
import { Day } from "@/components/time/moment";
import { ActionsMenu } from "@/components/ui/actions-menu";
import { Button } from "@/components/ui/button";
import { CopyButton } from "@/components/ui/copy-button";
import { MenuItem } from "@/components/ui/menu-item";
import { Cell, Row, RowHead } from "@/components/ui/table";
import type { Account } from "@/lib/accounts/queries";
import { formatCount, formatPlural } from "@/lib/format";

type Props = {
  account: Account;
  /** Number of its webhooks; undefined if it is not known. */
  webhooks: number | undefined;
  rename: () => void;
  showSecret: () => void;
  showLimits: () => void;
};

export function AccountRow({ account, webhooks, rename, showSecret, showLimits }: Props) {
  const { id, name, createdAt } = account;
  return (
    <Row className="card:grid-cols-[minmax(0,1fr)]">
      <RowHead className="truncate font-medium" title={name}>
        {name}
      </RowHead>
      <Cell>
        <span className="flex min-w-0 items-center gap-1">
          <code className="truncate font-mono text-xs">{id}</code>
          <CopyButton text={id} label={`Copy id of account ${name}`} />
        </span>
      </Cell>
      <Cell data-label="Webhooks" className="text-sm tabular-nums">
        {webhooks !== undefined && (
          <Link
            href={`/webhooks?account=${id}`}
            prefetch={false}
            aria-label={`${formatPlural(webhooks, "webhook")} of ${name}`}
            className="tap-area inline-flex min-h-6 min-w-6 items-center rounded-sm text-accent underline-offset-2 hover:underline"
          >
            {formatCount(webhooks)}
          </Link>
        )}
      </Cell>
      <Cell data-label="Created" className="text-soft text-sm">
        <Day at={createdAt} />
      </Cell>
      <Cell>
        <div className="flex gap-1 justify-end card:-ml-2.5 card:justify-start">
          <Button look="quiet" size="small" aria-label={`Limits of ${name}`} onClick={showLimits}>
            Limits
          </Button>
          <ActionsMenu label={`Actions for ${name}`}>
            <MenuItem icon={KeyRound} act={showSecret}>
              Signing secret…
            </MenuItem>
            <MenuItem icon={Pencil} act={rename}>
              Rename…
            </MenuItem>
          </ActionsMenu>
        </div>
      </Cell>
    </Row>
  );
}
