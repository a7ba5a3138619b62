import { dehydrate, HydrationBoundary } from "@tanstack/react-query";
import type { Metadata } from "next";
import { contextForOperator } from "@/app/context-for";
import { prefetch } from "@/app/prefetch";
import { Refused } from "@/app/refused";
import { UserList } from "@/components/users/user-list";
import { accountsApi } from "@/lib/accounts/contract";
import { listAccounts } from "@/lib/accounts/operations";
import { accountQueries } from "@/lib/accounts/queries";
import { invitationsApi } from "@/lib/invitations/contract";
import { listInvitations } from "@/lib/invitations/operations";
import { invitationQueries } from "@/lib/invitations/queries";
import { queryClient } from "@/lib/query-client";
import { usersApi } from "@/lib/users/contract";
import { listUsers } from "@/lib/users/operations";
import { userQueries } from "@/lib/users/queries";

export const metadata: Metadata = { title: "Users" };

export default async function UsersPage() {
  const ctx = await contextForOperator("admin");
  if (!ctx) return <Refused operatorsOnly />;
  const queries = queryClient();
  await Promise.all([
    prefetch(queries, userQueries.list(), usersApi.list, listUsers(ctx)),
    prefetch(queries, invitationQueries.list(), invitationsApi.list, listInvitations(ctx)),
    prefetch(queries, accountQueries.list(), accountsApi.list, listAccounts(ctx)),
  ]);

  return (
    <HydrationBoundary state={dehydrate(queries)}>
      <UserList />
    </HydrationBoundary>
  );
}
