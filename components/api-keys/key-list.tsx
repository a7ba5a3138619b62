"use client";

import { useQuery } from "@tanstack/react-query";
import { KeyRound, Plus, X } from "lucide-react";
import dynamic from "next/dynamic";
import { useState } from "react";
import { useAccountNames } from "@/components/accounts/use-account-names";
import { textField } from "@/components/address/field";
import { useAddress } from "@/components/address/use-address";
import { EmptyState } from "@/components/page/empty-state";
import { pageHints } from "@/components/page/hints";
import { PageHeader } from "@/components/page/page-header";
import { Pager } from "@/components/page/pager";
import { ProblemCard } from "@/components/page/problem-card";
import { ReadProblem } from "@/components/page/read-problem";
import { rowsOfStep, useFirstRows } from "@/components/page/use-first-rows";
import { useStableQuery } from "@/components/page/use-stable-query";
import { useAccount } from "@/components/scope/account-scope";
import { Button } from "@/components/ui/button";
import { IconButton } from "@/components/ui/icon-button";
import { Table } from "@/components/ui/table";
import { TableSkeleton } from "@/components/ui/table-skeleton";
import { useIdleLoad } from "@/components/ui/use-idle-load";
import { type ApiKey, apiKeyQueries } from "@/lib/api-keys/queries";
import { formatCount, formatPlural } from "@/lib/format";
import { useSeesAll } from "@/lib/session/queries";
import { keyColumns } from "./key-columns";
import { KeyRow } from "./key-row";
import { useRevocation } from "./use-revocation";

const loadDialogs = () => import("./key-dialogs");
const NewKeyDialog = dynamic(() => loadDialogs().then((made) => made.NewKeyDialog), { ssr: false });
const RotateDialog = dynamic(() => loadDialogs().then((made) => made.RotateDialog), { ssr: false });
const RevokeDialog = dynamic(() => loadDialogs().then((made) => made.RevokeDialog), { ssr: false });
const keyAddress = { new: textField, key: textField };

/** The API keys. */
export function KeyList() {
  useIdleLoad(loadDialogs);
  const { data, failure } = useStableQuery(useQuery(apiKeyQueries.list()));
  const [address, setAddress] = useAddress(keyAddress);
  const creating = address.new !== null;
  const setCreating = (open: boolean) => setAddress({ new: open ? "1" : null });
  const [rotating, setRotating] = useState<ApiKey>();
  const revocation = useRevocation();
  const ownerOf = useOwners();
  const account = useAccount();
  const apiKeys = data?.apiKeys.filter((one) => !account || one.accountId === account);
  const marked = apiKeys?.findIndex(({ id }) => id === address.key);
  const drawn = useFirstRows(apiKeys ?? [], marked);

  return (
    <>
      <PageHeader
        title="API keys"
        hint={pageHints.keys}
        actions={
          <Button look="primary" onClick={() => setCreating(true)}>
            <Plus aria-hidden="true" />
            New key
          </Button>
        }
      />
      {revocation.revoked && <Revoked {...revocation} apiKey={revocation.revoked} />}
      {revocation.failure && <ProblemCard {...revocation.failure} />}
      <ReadProblem what="API keys" failure={failure} hasData={data !== undefined} />
      {!data && !failure && <TableSkeleton columns={keyColumns} room="much" rows={3} />}
      {apiKeys?.length === 0 && <NoKeys create={() => setCreating(true)} />}
      {apiKeys && apiKeys.length > 0 && (
        <Table caption="API keys, newest first" columns={keyColumns} room="much">
          {drawn.rows.map((apiKey) => (
            <KeyRow
              key={apiKey.id}
              apiKey={apiKey}
              owner={ownerOf(apiKey)}
              marked={apiKey.id === address.key}
              revoking={apiKey.id === revocation.revoking}
              rotate={() => setRotating(apiKey)}
              revoke={() => revocation.start(apiKey)}
            />
          ))}
        </Table>
      )}
      {apiKeys && apiKeys.length > rowsOfStep && (
        <Pager
          shown={`${formatCount(drawn.rows.length)} of ${formatPlural(apiKeys.length, "key")}`}
          list={drawn.list}
          more="Show more"
        />
      )}
      {creating && <NewKeyDialog account={account} close={() => setCreating(false)} />}
      {rotating && <RotateDialog apiKey={rotating} close={() => setRotating(undefined)} />}
      {revocation.asking && (
        <RevokeDialog
          apiKey={revocation.asking}
          close={revocation.closeQuestion}
          onRevoked={revocation.onRevoked}
        />
      )}
    </>
  );
}

/** Returns the name of a key's account. A service key has none. */
function useOwners() {
  const names = useAccountNames();
  return ({ accountId }: ApiKey) => (accountId ? (names.get(accountId) ?? "") : "All accounts");
}

type RevokedProps = {
  apiKey: ApiKey;
  isRestoring: boolean;
  undo: (apiKey: ApiKey) => void;
  dismiss: () => void;
};

/** Result of a revocation. */
function Revoked({ apiKey, isRestoring, undo, dismiss }: RevokedProps) {
  return (
    <div
      role="status"
      className="mb-3 flex min-h-11 items-center gap-3 rounded-lg border border-line bg-sunken px-3.5 py-1.5"
    >
      <p className="wrap-anywhere mr-auto min-w-0">
        Revoked {apiKey.name}. Requests with this key are rejected.
      </p>
      <Button size="small" busy={isRestoring} onClick={() => undo(apiKey)}>
        Undo
      </Button>
      <IconButton icon={X} name="Close" onClick={dismiss} />
    </div>
  );
}

function NoKeys({ create }: { create: () => void }) {
  const seesAll = useSeesAll();
  return (
    <EmptyState
      icon={KeyRound}
      title="No API keys yet"
      sentence={
        seesAll
          ? "The video service needs a key to publish events; customers need one to manage their webhooks."
          : "Your programs need a key to manage webhooks, read deliveries and publish events."
      }
      action={
        <Button look="primary" onClick={create}>
          Create a key
        </Button>
      }
      // A member without keys has none to call the API with.
      {...(seesAll && {
        curl: {
          request: 'POST /v1/api-keys\n{"name":"video-pipeline","scopes":["events:write"]}',
          scope: "admin",
        },
      })}
    />
  );
}
