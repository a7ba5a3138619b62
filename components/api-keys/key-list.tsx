"use client";

import { useQuery } from "@tanstack/react-query";
import { KeyRound, Plus } from "lucide-react";
import { parseAsString, useQueryStates } from "nuqs";
import { useState } from "react";
import { EmptyState } from "@/components/shell/empty-state";
import { PageHeader } from "@/components/shell/page-header";
import { ProblemCard } from "@/components/shell/problem-card";
import { useSteady } from "@/components/shell/use-steady";
import { Button } from "@/components/ui/button";
import { Table } from "@/components/ui/table";
import { TableSkeleton } from "@/components/ui/table-skeleton";
import { accountQueries } from "@/lib/accounts/queries";
import { type ApiKey, apiKeyQueries } from "@/lib/api-keys/queries";
import { keyColumns } from "./key-columns";
import { KeyRow } from "./key-row";
import { NewKeyDialog } from "./new-key-dialog";
import { RevokeDialog } from "./revoke-dialog";
import { RotateDialog } from "./rotate-dialog";

/** The programs that may come in. */
export function KeyList() {
  const { data, failure } = useSteady(useQuery(apiKeyQueries.list()));
  const [address, setAddress] = useQueryStates({ new: parseAsString, key: parseAsString });
  const creating = address.new !== null;
  const setCreating = (open: boolean) => void setAddress({ new: open ? "1" : null });
  const [rotating, setRotating] = useState<ApiKey>();
  const [revoking, setRevoking] = useState<ApiKey>();
  const ownerOf = useOwners();

  return (
    <>
      <PageHeader
        title="API keys"
        hint="Programs send one in the x-api-key header."
        actions={
          <Button look="primary" onClick={() => setCreating(true)}>
            <Plus aria-hidden="true" />
            New key
          </Button>
        }
      />
      {failure && <ProblemCard what="API keys could not be loaded" {...failure} />}
      {!data && !failure && <TableSkeleton columns={keyColumns} rows={3} />}
      {data?.apiKeys.length === 0 && <NoKeys create={() => setCreating(true)} />}
      {data && data.apiKeys.length > 0 && (
        <Table caption="API keys, newest first" columns={keyColumns}>
          {data.apiKeys.map((apiKey) => (
            <KeyRow
              key={apiKey.id}
              apiKey={apiKey}
              owner={ownerOf(apiKey)}
              marked={apiKey.id === address.key}
              rotate={() => setRotating(apiKey)}
              revoke={() => setRevoking(apiKey)}
            />
          ))}
        </Table>
      )}
      <NewKeyDialog open={creating} close={() => setCreating(false)} />
      <RotateDialog apiKey={rotating} close={() => setRotating(undefined)} />
      <RevokeDialog apiKey={revoking} close={() => setRevoking(undefined)} />
    </>
  );
}

/** Whose a key is; told only where there is more than one account to tell apart. */
function useOwners() {
  const { data } = useQuery(accountQueries.list());
  const names = new Map(data?.accounts.map(({ id, name }) => [id, name]));
  return ({ accountId }: ApiKey) => {
    if (!accountId) return "service key, every account";
    return names.size > 1 ? names.get(accountId) : undefined;
  };
}

function NoKeys({ create }: { create: () => void }) {
  return (
    <EmptyState
      icon={KeyRound}
      title="No API keys yet"
      sentence="The video service needs a key to publish events; customers need one to manage their webhooks."
      action={
        <Button look="primary" onClick={create}>
          Create a key
        </Button>
      }
      curl={'POST /v1/api-keys\n{"name":"video-pipeline","scopes":["events:write"]}'}
    />
  );
}
