"use client";

import { useQuery } from "@tanstack/react-query";
import { UserPlus } from "lucide-react";
import { parseAsString, useQueryStates } from "nuqs";
import { useState } from "react";
import { pageHints } from "@/components/page/hints";
import { PageHeader } from "@/components/page/page-header";
import { ProblemCard } from "@/components/page/problem-card";
import { useStableQuery } from "@/components/page/use-stable-query";
import { Button } from "@/components/ui/button";
import { Dialog, DialogActions } from "@/components/ui/dialog";
import { Table } from "@/components/ui/table";
import { TableSkeleton } from "@/components/ui/table-skeleton";
import type { IssuedInvitation } from "@/lib/invitations/queries";
import { sessionQueries } from "@/lib/session/queries";
import { type User, useRemoveUser, userQueries } from "@/lib/users/queries";
import { InvitationLink } from "./invitation-link";
import { InvitationTable } from "./invitation-table";
import { InviteForm } from "./invite-form";
import { PasswordForm } from "./password-form";
import { userColumns } from "./user-columns";
import { UserRow } from "./user-row";

type Front =
  | { what: "invite" }
  | { what: "link"; issued: IssuedInvitation }
  | { what: "password" | "remove"; user: User };
const titles = {
  invite: "Invite user",
  link: "Invitation link",
  password: "New password",
  remove: "Remove this user?",
};

/** The users of the dashboard. */
export function UserList() {
  const { data, failure } = useStableQuery(useQuery(userQueries.list()));
  const { data: session } = useQuery(sessionQueries.current());
  const [address, setAddress] = useQueryStates({ new: parseAsString });
  const [chosen, setFront] = useState<Front>();
  const front: Front | undefined =
    chosen ?? (address.new !== null ? { what: "invite" } : undefined);
  const close = () => {
    setFront(undefined);
    if (address.new !== null) void setAddress({ new: null });
  };
  const admins = data?.users.filter(({ role }) => role === "admin").length ?? 0;
  return (
    <>
      <PageHeader
        title="Users"
        hint={pageHints.users}
        actions={
          <Button look="primary" onClick={() => setFront({ what: "invite" })}>
            <UserPlus aria-hidden="true" />
            Invite user
          </Button>
        }
      />
      {failure && <ProblemCard what="Users could not be loaded" {...failure} />}
      {!data && !failure && <TableSkeleton columns={userColumns} rows={3} />}
      {data && (
        <Table caption="Users, oldest first" columns={userColumns}>
          {data.users.map((user) => (
            <UserRow
              key={user.id}
              user={user}
              mine={user.id === session?.user.id}
              last={user.role === "admin" && admins === 1}
              setPassword={() => setFront({ what: "password", user })}
              remove={() => setFront({ what: "remove", user })}
            />
          ))}
        </Table>
      )}
      <InvitationTable onRenewed={(issued) => setFront({ what: "link", issued })} />
      <Dialog
        open={front !== undefined}
        onOpenChange={(open) => !open && close()}
        title={front ? titles[front.what] : ""}
        description={front && "user" in front && <p>{front.user.email}</p>}
      >
        {front?.what === "invite" && (
          <InviteForm close={close} onIssued={(issued) => setFront({ what: "link", issued })} />
        )}
        {front?.what === "link" && <InvitationLink issued={front.issued} close={close} />}
        {front?.what === "password" && <PasswordForm id={front.user.id} close={close} />}
        {front?.what === "remove" && <RemoveUser user={front.user} close={close} />}
      </Dialog>
    </>
  );
}

type Props = { user: User; close: () => void };

function RemoveUser({ user: { id }, close }: Props) {
  const remove = useRemoveUser(id);
  return (
    <>
      <p>
        The user is signed out immediately. Their audit entries stay, and keys they issued keep
        working.
      </p>
      {remove.error && (
        <p role="alert" className="mt-3 font-medium text-bad">
          {remove.error.message}
        </p>
      )}
      <DialogActions>
        <Button onClick={close}>Keep</Button>
        <Button
          look="danger-solid"
          disabled={remove.isPending}
          onClick={() => remove.mutate(undefined, { onSuccess: close })}
        >
          {remove.isPending ? "Removing…" : "Remove user"}
        </Button>
      </DialogActions>
    </>
  );
}
