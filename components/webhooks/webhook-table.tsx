"use client";

import { useQuery } from "@tanstack/react-query";
import { Webhook } from "lucide-react";
import dynamic from "next/dynamic";
import { useRouter } from "next/navigation";
import { useRef } from "react";
import { EmptyState } from "@/components/page/empty-state";
import { NoMatch } from "@/components/page/no-match";
import { Pager } from "@/components/page/pager";
import { ReadProblem } from "@/components/page/read-problem";
import { useShortcuts } from "@/components/shortcuts/use-shortcuts";
import { ButtonLink } from "@/components/ui/button-link";
import { type Column, Table } from "@/components/ui/table";
import { exampleEvent } from "@/db/enums";
import { formatCount, formatPlural } from "@/lib/format";
import { useMay } from "@/lib/session/queries";
import { settingsQueries } from "@/lib/settings/queries";
import { ListSkeleton } from "./list-skeleton";
import { type Chosen, useChosen } from "./use-chosen";
import { useListView } from "./use-list-view";
import { useListed } from "./use-listed";
import { useWebhookActions } from "./use-webhook-actions";
import { sortableColumns } from "./webhook-columns";
import { WebhookFilters } from "./webhook-filters";
import type { RowsProps } from "./webhook-row";
import { rowProps, WebhookRow } from "./webhook-row";

const DeleteDialog = dynamic(() => import("./delete-dialog").then((made) => made.DeleteDialog), {
  ssr: false,
});
const ActionResultLine = dynamic(
  () => import("./action-result").then((made) => made.ActionResultLine),
  { ssr: false },
);
const BulkBar = dynamic(() => import("./bulk-bar").then((made) => made.BulkBar), { ssr: false });
const ManyRows = dynamic(() => import("./many-rows").then((made) => made.ManyRows), {
  ssr: false,
});
/** Longer lists are virtualised. */
const drawnAtOnce = 200;

/** The webhooks with their health. `isMany` says whether the server searches them, as known before the list is read. */
export function WebhookTable({ isMany }: { isMany: boolean }) {
  const list = useListView();
  const { shown, total, showMore, isLoadingMore, isEmpty, failure, ownerOf, hasOwners } = useListed(
    list.view,
    isMany,
  );
  const { actions, result, setResult, removing, remove } = useWebhookActions();
  // Read and kept up to date by the list.
  const { data: settings } = useQuery({ ...settingsQueries.list(), enabled: false });
  const search = useRef<HTMLInputElement>(null);
  const router = useRouter();
  useShortcuts({
    search: () => search.current?.focus(),
    newWebhook: () => router.push("/webhooks/new"),
  });

  const selection = useChosen(shown ?? []);
  const isChoosing = selection.chosen.length > 0;
  const columns = sortableColumns(hasOwners, list);
  const Rows = shown && shown.length > drawnAtOnce ? ManyRows : PlainRows;
  return (
    <div className="grid grid-cols-1 gap-3">
      <ReadProblem
        what="Webhooks"
        failure={isChoosing ? undefined : failure}
        hasData={shown !== undefined}
      />
      {!shown && !failure && <ListSkeleton />}
      {isEmpty && <NoWebhooks />}
      {shown && !isEmpty && <WebhookFilters list={list} search={search} />}
      <div role="status" className="empty:hidden">
        {result && (
          <ActionResultLine
            result={result}
            actions={actions}
            close={() => setResult(undefined)}
            isPaused={(id) => settings?.find(({ webhookId }) => webhookId === id)?.paused}
          />
        )}
      </div>
      {shown && total && <Cut shown={shown.length} total={total} />}
      {shown && shown.length > 0 && (
        <div className={failure ? "opacity-60" : ""}>
          <Table
            room="little"
            caption={captionOf(shown.length)}
            columns={actions.may ? withSelectAll(columns, selection) : columns}
          >
            <Rows
              rows={shown}
              ownerOf={ownerOf}
              hasOwners={hasOwners}
              actions={actions}
              selection={selection}
            />
          </Table>
        </div>
      )}
      <More shown={shown} show={showMore} isLoading={isLoadingMore === true} />
      {isChoosing && (
        <BulkBar
          chosen={selection.chosen}
          actions={actions}
          failure={failure}
          clear={selection.clear}
        />
      )}
      {list.isFiltered && shown?.length === 0 && !isEmpty && (
        <NoMatch what="webhook" clear={list.clear} />
      )}
      {removing && (
        <DeleteDialog
          webhook={removing}
          close={() => remove(undefined)}
          onRemoved={() => setResult({ kind: "message", sentence: "Webhook deleted." })}
        />
      )}
    </div>
  );
}

/** Says that not all are listed. */
function Cut({ shown, total }: { shown: number; total: number }) {
  return (
    <p className="text-soft text-sm">
      The first {formatCount(shown)} of {formatCount(total)} webhooks, in the order of the list.
      Search or filter for the others.
    </p>
  );
}

type MoreProps = {
  shown: unknown[] | undefined;
  show: (() => void) | undefined;
  isLoading: boolean;
};

function More({ shown, show, isLoading }: MoreProps) {
  if (!shown || !show) return null;
  const list = { hasNextPage: true, isFetchingNextPage: isLoading, fetchNextPage: show };
  return <Pager shown={captionOf(shown.length)} list={list} more="Show more" />;
}

function captionOf(count: number): string {
  return formatPlural(count, "webhook");
}

function PlainRows(props: RowsProps) {
  return props.rows.map((listed) => (
    <WebhookRow key={listed.webhook.id} {...rowProps(listed, props)} />
  ));
}

/** Puts a checkbox for all shown webhooks into the head of the first column. */
function withSelectAll([first, ...rest]: Column[], { isAll, toggleAll }: Chosen): Column[] {
  const head = (
    <input
      type="checkbox"
      aria-label="Select all webhooks"
      className="relative grid size-4 before:absolute before:-inset-x-3 before:-inset-y-2.5"
      checked={isAll}
      onChange={toggleAll}
    />
  );
  return [{ name: "Select", ...first, hidden: false, head }, ...rest];
}

const create = `POST /v1/webhooks
{"callbackUrl":"https://example.com/hooks","events":["${exampleEvent}"]}`;

function NoWebhooks() {
  const may = useMay("webhooks:write");
  return (
    <EmptyState
      icon={Webhook}
      title="No webhooks yet"
      sentence="A webhook is a callback URL and the event types it receives. Postback signs every request and retries failures."
      action={
        may && (
          <ButtonLink href="/webhooks/new" look="primary">
            Create a webhook
          </ButtonLink>
        )
      }
      curl={{ request: create, scope: "webhooks:write" }}
    />
  );
}
