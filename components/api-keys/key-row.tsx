"use client";

import { Ago, Day } from "@/components/time/moment";
import { useNowSelector } from "@/components/time/use-now";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { Cell, Row, RowHead } from "@/components/ui/table";
import type { ApiKey } from "@/lib/api-keys/queries";
import { KeyMenu } from "./key-menu";
import { KeyScopes } from "./key-scopes";

type Props = {
  apiKey: ApiKey;
  /** Name of the account, or "All accounts". */
  owner: string;
  /** True for the key that a link opened. */
  marked: boolean;
  revoking: boolean;
  rotate: () => void;
  revoke: () => void;
};

const dayMs = 86_400_000;
const soonMs = 14 * dayMs;
const staleMs = 90 * dayMs;
const second = "block truncate text-faint text-xs";

export function KeyRow({ apiKey, owner, marked, revoking, rotate, revoke }: Props) {
  const { id, name, prefix, last4, createdAt, createdBy } = apiKey;
  return (
    <Row
      id={`key-${id}`}
      aria-current={marked || undefined}
      className={`card:grid-cols-[minmax(0,1fr)_auto] ${marked ? "bg-accent-wash" : ""}`}
    >
      <RowHead>
        <span className="block truncate font-medium" title={name}>
          {name}
        </span>
        <span className="block whitespace-nowrap font-mono text-faint text-xs">
          {prefix}…{last4}
        </span>
      </RowHead>
      <Cell className="truncate text-soft text-sm card:text-right" title={owner}>
        {owner}
      </Cell>
      <Cell className="text-soft text-sm card:col-span-2">
        <KeyScopes of={apiKey} />
      </Cell>
      <Cell data-label="Created by" className="text-soft text-sm card:col-span-2">
        <span className="block truncate card:inline" title={createdBy}>
          {createdBy ?? "Unknown"}
        </span>
        <span className={second}>
          <Day at={createdAt} />
        </span>
      </Cell>
      <Cell data-label="Expires" className="text-soft text-sm">
        <Expiry of={apiKey} />
      </Cell>
      <Cell data-label="Last used" className="text-soft text-sm card:text-right">
        <LastUse of={apiKey} />
      </Cell>
      <Cell className="card:col-span-2">
        <div className="flex gap-1 justify-end card:-ml-2.5 card:justify-start">
          <Button
            look="quiet"
            size="small"
            aria-label={`Revoke ${name}`}
            busy={revoking}
            onClick={revoke}
          >
            Revoke
          </Button>
          <KeyMenu apiKey={apiKey} rotate={rotate} />
        </div>
      </Cell>
    </Row>
  );
}

const inks = { none: "text-bad", hours: "text-warn", days: "text-warn", long: "" };

function leftOf(ms: number): keyof typeof inks {
  if (ms <= 0) return "none";
  if (ms < dayMs) return "hours";
  return ms < soonMs ? "days" : "long";
}

/** Day of the end, or the time left on the last day. Words, not the color alone, say whether a rotated key still works. */
function Expiry({ of: { expiresAt, replacedBy } }: { of: ApiKey }) {
  const left = useNowSelector((now) => leftOf(Date.parse(expiresAt ?? "") - now));
  if (!expiresAt) return <span className="text-faint">Never</span>;
  const words = left === "none" ? "Expired" : replacedBy && "Rotated";
  return (
    <>
      <span className={inks[left]}>
        {left === "hours" ? <Ago at={expiresAt} /> : <Day at={expiresAt} />}
      </span>
      {words && <span className={second}>{words}</span>}
    </>
  );
}

/** Time and address of the last use. Keys that are not used any more are marked. */
function LastUse({ of: { lastUsedAt, lastUsedFrom } }: { of: ApiKey }) {
  const stale = useNowSelector((now) => now - Date.parse(lastUsedAt ?? "") > staleMs);
  if (!lastUsedAt) return <Badge tone="idle">Never used</Badge>;
  return (
    <>
      <span className={stale ? "text-warn" : ""}>
        <Ago at={lastUsedAt} />
      </span>
      {lastUsedFrom && (
        <span className={second} title={lastUsedFrom}>
          {lastUsedFrom}
        </span>
      )}
    </>
  );
}
