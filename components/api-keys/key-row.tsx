"use client";

import { Ago, Day } from "@/components/time/moment";
import { Button } from "@/components/ui/button";
import { Cell, Row, RowHead } from "@/components/ui/table";
import type { ApiKey } from "@/lib/api-keys/queries";

type Props = { apiKey: ApiKey; owner: string | undefined; revoke: () => void };

export function KeyRow({ apiKey, owner, revoke }: Props) {
  const { name, prefix, last4, scopes, createdAt, lastUsedAt } = apiKey;
  return (
    <Row className="max-md:grid-cols-[minmax(0,1fr)_auto]">
      <RowHead className="max-md:order-1">
        <span className="wrap-anywhere block font-medium">{name}</span>
        {owner && <span className="block text-faint text-xs">{owner}</span>}
      </RowHead>
      <Cell className="whitespace-nowrap font-mono text-xs max-md:order-3 max-md:col-span-2">
        {prefix}…{last4}
      </Cell>
      <Cell className="text-soft text-sm max-md:order-4 max-md:col-span-2">
        {scopes.join(", ")}
      </Cell>
      <Cell data-label="Created" className="text-soft max-md:order-5 max-md:text-sm">
        <Day at={createdAt} />
      </Cell>
      <Cell data-label="Used" className="text-soft max-md:order-6 max-md:text-right max-md:text-sm">
        {lastUsedAt ? <Ago at={lastUsedAt} /> : "never"}
      </Cell>
      <Cell className="text-right max-md:order-2">
        <Button look="danger" size="small" aria-label={`Revoke ${name}`} onClick={revoke}>
          Revoke
        </Button>
      </Cell>
    </Row>
  );
}
