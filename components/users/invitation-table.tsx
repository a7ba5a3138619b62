"use client";

import { useQuery } from "@tanstack/react-query";
import { ReadProblem } from "@/components/page/read-problem";
import { useStableQuery } from "@/components/page/use-stable-query";
import { Moment } from "@/components/time/moment";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { Cell, type Column, Row, RowHead, Table } from "@/components/ui/table";
import {
  type Invitation,
  type IssuedInvitation,
  invitationQueries,
  useRenewInvitation,
  useRevokeInvitation,
} from "@/lib/invitations/queries";
import { MemberOf } from "./member-of";

const columns = [
  { name: "E-mail" },
  { name: "Role", className: "w-24" },
  { name: "State", className: "w-26" },
  { name: "Expires", className: "w-38" },
  { name: "Invited by", className: "w-46" },
  { name: "Actions", className: "w-44", hidden: true },
] as const satisfies readonly Column[];

type Props = { onRenewed: (issued: IssuedInvitation) => void };

/** Invitations that are not accepted yet; nothing when there are none. */
export function InvitationTable({ onRenewed }: Props) {
  const { data, failure } = useStableQuery(useQuery(invitationQueries.list()));
  const problem = <ReadProblem what="Invitations" failure={failure} hasData={data !== undefined} />;
  if (!data?.invitations.length) return problem;
  return (
    <section className="mt-8">
      <h2 className="mb-3 font-semibold">Invitations</h2>
      {problem}
      <Table caption="Invitations, newest first" columns={columns} room="much">
        {data.invitations.map((invitation) => (
          <InvitationRow key={invitation.id} invitation={invitation} onRenewed={onRenewed} />
        ))}
      </Table>
    </section>
  );
}

function InvitationRow({ invitation, onRenewed }: Props & { invitation: Invitation }) {
  const { id, accountId, email, role, state, expiresAt, createdBy } = invitation;
  const renew = useRenewInvitation();
  const revoke = useRevokeInvitation();
  const error = renew.error ?? revoke.error;
  const busy = renew.isPending || revoke.isPending;
  return (
    <Row className="card:grid-cols-[minmax(0,1fr)]">
      <RowHead>
        <span className="block truncate font-medium" title={email}>
          {email}
        </span>
        <MemberOf account={accountId} />
        <span role="status" className="block text-bad text-sm">
          {error?.message}
        </span>
      </RowHead>
      <Cell data-label="Role" className="text-soft text-sm capitalize">
        {role}
      </Cell>
      <Cell>
        <Badge tone={state === "expired" ? "warn" : "idle"}>
          {state === "expired" ? "Expired" : "Pending"}
        </Badge>
      </Cell>
      <Cell data-label="Expires" className="text-soft text-sm">
        <Moment at={expiresAt} />
      </Cell>
      <Cell data-label="Invited by" className="truncate text-soft text-sm" title={createdBy}>
        {createdBy ?? "–"}
      </Cell>
      <Cell>
        <div className="flex gap-1 justify-end card:-ml-2.5 card:justify-start">
          <Button
            look="quiet"
            size="small"
            busy={busy}
            aria-label={`New link for ${email}`}
            onClick={() => renew.mutate(id, { onSuccess: onRenewed })}
          >
            New link
          </Button>
          <Button
            look="quiet"
            size="small"
            busy={busy}
            aria-label={`Revoke invitation of ${email}`}
            onClick={() => revoke.mutate(id)}
          >
            Revoke
          </Button>
        </div>
      </Cell>
    </Row>
  );
}
