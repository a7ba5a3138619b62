"use client";

import { Day } from "@/components/time/moment";
import { Button } from "@/components/ui/button";
import { Cell, Row, RowHead } from "@/components/ui/table";
import type { ApiKey } from "@/lib/api-keys/queries";
import { KeyEnd } from "./key-end";
import { LastUse } from "./last-use";

type Props = {
  apiKey: ApiKey;
  owner: string | undefined;
  /** The one that a link led to. */
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
