"use client";

import { Ago, Day } from "@/components/time/moment";
import { useNow } from "@/components/time/use-now";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { Cell, Row, RowHead } from "@/components/ui/table";
import type { ApiKey } from "@/lib/api-keys/queries";

type Props = {
  apiKey: ApiKey;
  owner: string | undefined;
  /** True for the key that a link opened. */
  marked: boolean;
  rotate: () => void;
  revoke: () => void;
};

export function KeyRow({ apiKey, owner, marked, rotate, revoke }: Props) {
  const { id, name, prefix, last4, scopes, createdAt, createdBy, replacedBy } = apiKey;
  return (
    <Row
      id={`key-${id}`}
      aria-current={marked || undefined}
      className={`max-md:grid-cols-[minmax(0,1fr)_auto] ${marked ? "bg-accent-wash" : ""}`}
    >
      <RowHead className="max-md:order-1 max-md:col-span-2">
        <span className="wrap-anywhere block font-medium">{name}</span>
        {owner && <span className="block text-faint text-xs">{owner}</span>}
        <KeyEnd apiKey={apiKey} />
      </RowHead>
      <Cell className="whitespace-nowrap font-mono text-xs max-md:order-2 max-md:col-span-2">
        {prefix}…{last4}
      </Cell>
      <Cell className="text-soft text-sm max-md:order-3 max-md:col-span-2">
        {scopes.join(", ")}
      </Cell>
      <Cell data-label="Created" className="text-soft text-sm max-md:order-4">
        <Day at={createdAt} />
        {createdBy && (
          <span className="block truncate text-faint text-xs" title={createdBy}>
            by {createdBy}
          </span>
        )}
      </Cell>
      <Cell className="text-soft text-sm max-md:order-5 max-md:text-right">
        <LastUse apiKey={apiKey} />
      </Cell>
      <Cell className="max-md:order-6 max-md:col-span-2">
        <div className="flex gap-2 md:justify-end">
          {!replacedBy && (
            <Button size="small" aria-label={`Rotate ${name}`} onClick={rotate}>
              Rotate
            </Button>
          )}
          <Button look="danger" size="small" aria-label={`Revoke ${name}`} onClick={revoke}>
            Revoke
          </Button>
        </div>
      </Cell>
    </Row>
  );
}

/** Expiry of the key, if any. */
function KeyEnd({ apiKey: { expiresAt, replacedBy } }: { apiKey: ApiKey }) {
  const now = useNow();
  if (!expiresAt) return null;
  const over = Date.parse(expiresAt) <= now;
  const verb = over ? "expired" : "expires";
  return (
    <span className={`block text-xs ${over ? "text-bad" : "text-warn"}`}>
      {replacedBy ? `rotated, ${verb}` : verb} <Day at={expiresAt} />
    </span>
  );
}

const dayMs = 86_400_000;
const restedMs = 90 * dayMs;

/** Time and address of the last use; unused keys are marked. */
function LastUse({ apiKey: { lastUsedAt, lastUsedFrom } }: { apiKey: ApiKey }) {
  const now = useNow();
  if (!lastUsedAt) return <Badge tone="idle">Never used</Badge>;
  const rested = now - Date.parse(lastUsedAt) > restedMs;
  return (
    <>
      {rested ? (
        <Badge tone="warn">Unused for 90 days</Badge>
      ) : (
        <>
          <span className="md:hidden">used </span>
          <Ago at={lastUsedAt} />
        </>
      )}
      {lastUsedFrom && <span className="block truncate text-faint text-xs">{lastUsedFrom}</span>}
    </>
  );
}
