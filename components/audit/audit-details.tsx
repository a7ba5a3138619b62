import { CopyButton } from "@/components/ui/copy-button";
import type { AuditEntry } from "@/lib/audit/queries";
import { actorWords } from "./actor-words";
import { ChangeList } from "./change-list";

/** All of an entry: what changed, who did it, and from where. */
export function AuditDetails({ entry }: { entry: AuditEntry }) {
  const { actor, targetId, address, requestId } = entry;
  return (
    <div className="grid gap-3 text-sm @min-[44rem]/wide-table:grid-cols-[minmax(0,1fr)_20rem]">
      <ChangeList entry={entry} />
      <dl className="grid h-fit grid-cols-[auto_minmax(0,1fr)] items-center gap-x-4 gap-y-1">
        <dt className="text-faint">Actor</dt>
        <dd>{actorWords[actor.kind]}</dd>
        <Fact name="Actor id" value={actor.id} />
        <Fact name="Object id" value={targetId} />
        <Fact name="Address" value={address} />
        <Fact name="Request id" value={requestId} />
      </dl>
    </div>
  );
}

function Fact({ name, value }: { name: string; value: string | undefined }) {
  if (!value) return null;
  return (
    <>
      <dt className="text-faint">{name}</dt>
      <dd className="flex min-w-0 items-center gap-1">
        <code className="truncate text-xs" title={value}>
          {value}
        </code>
        <CopyButton text={value} label={`Copy ${name.toLowerCase()}`} />
      </dd>
    </>
  );
}
