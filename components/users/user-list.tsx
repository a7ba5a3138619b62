"use client";

import { useQuery } from "@tanstack/react-query";
import { UserPlus } from "lucide-react";
import dynamic from "next/dynamic";
import { useState } from "react";
import { textField } from "@/components/address/field";
import { useAddress } from "@/components/address/use-address";
import { pageHints } from "@/components/page/hints";
import { PageHeader } from "@/components/page/page-header";
import { ReadProblem } from "@/components/page/read-problem";
import { useStableQuery } from "@/components/page/use-stable-query";
import { Button } from "@/components/ui/button";
import { Table } from "@/components/ui/table";
import { TableSkeleton } from "@/components/ui/table-skeleton";
import { useIdleLoad } from "@/components/ui/use-idle-load";
import { sessionQueries } from "@/lib/session/queries";
import { type User, userQueries } from "@/lib/users/queries";
import { InvitationTable } from "./invitation-table";
import { userColumns } from "./user-columns";
import type { Front } from "./user-dialog";
import { UserRow } from "./user-row";

const loadDialog = () => import("./user-dialog");
const UserDialog = dynamic(() => loadDialog().then((made) => made.UserDialog), { ssr: false });
const userAddress = { new: textField };

/** The users of the dashboard. */
export function UserList() {
  useIdleLoad(loadDialog);
  const { data, failure } = useStableQuery(useQuery(userQueries.list()));
  const { data: session } = useQuery(sessionQueries.current());
  const [address, setAddress] = useAddress(userAddress);
  const [chosen, setFront] = useState<Front>();
  const front: Front | undefined =
    chosen ?? (address.new !== null ? { what: "invite" } : undefined);
  const close = () => {
    setFront(undefined);
    if (address.new !== null) setAddress({ new: null });
  };
  const admins = data?.users.filter(isAdministrator).length ?? 0;
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
      <ReadProblem what="Users" failure={failure} hasData={data !== undefined} />
      {!data && !failure && <TableSkeleton columns={userColumns} rows={3} />}
      {data && (
        <Table caption="Users, oldest first" columns={userColumns}>
          {data.users.map((user) => (
            <UserRow
              key={user.id}
              user={user}
              mine={user.id === session?.user.id}
              last={isAdministrator(user) && admins === 1}
              setPassword={() => setFront({ what: "password", user })}
              remove={() => setFront({ what: "remove", user })}
            />
          ))}
        </Table>
      )}
      <InvitationTable onRenewed={(issued) => setFront({ what: "link", issued })} />
      {front && <UserDialog front={front} setFront={setFront} close={close} />}
    </>
  );
}

/** Returns whether a user administers the installation: members administer their account only. */
function isAdministrator({ role, accountId }: User): boolean {
  return role === "admin" && accountId === undefined;
}
