"use client";

import { useQuery } from "@tanstack/react-query";
import { ReadProblem } from "@/components/page/read-problem";
import { useStableQuery } from "@/components/page/use-stable-query";
import { Ago } from "@/components/time/moment";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { Skeleton } from "@/components/ui/skeleton";
import { sessionQueries } from "@/lib/session/queries";
import { type OpenSession, openSessionQueries, useRevokeSession } from "@/lib/sessions/queries";
import { browserName } from "./browser-name";

/** Open sessions of the user. */
export function OpenSessions() {
  const { data: me } = useQuery(sessionQueries.current());
  const id = me?.user.id ?? "";
  const { data, failure } = useStableQuery(
    useQuery({
      ...openSessionQueries.of(id),
      enabled: id !== "",
    }),
  );
  return (
    <Card
      title="Signed-in browsers"
      hint="Sessions end after 12 hours without use, and after seven days at the latest."
    >
      <ReadProblem what="Sessions" failure={failure} hasData={data !== undefined} />
      {!data && !failure && <Skeleton className="h-12 w-full" />}
      <ul className="divide-y divide-line">
        {data?.sessions.map((session) => (
          <SessionLine key={session.id} session={session} />
        ))}
      </ul>
    </Card>
  );
}

function SessionLine({ session }: { session: OpenSession }) {
  const { id, current, address, userAgent, lastSeenAt, createdAt } = session;
  const revoke = useRevokeSession();
  const name = browserName(userAgent);
  return (
    <li className="flex flex-wrap items-center justify-between gap-3 py-3">
      <div className="min-w-0">
        <p className="flex flex-wrap items-center gap-2 font-medium">
          {name}
          {current && <Badge tone="good">This browser</Badge>}
        </p>
        <p className="text-soft text-sm">
          {address && `${address}, `}last seen <Ago at={lastSeenAt} />, signed in{" "}
          <Ago at={createdAt} />
        </p>
        {revoke.error && (
          <p role="alert" className="text-bad text-sm">
            {revoke.error.message}
          </p>
        )}
      </div>
      {!current && (
        <Button
          size="small"
          aria-label={`Sign out ${name}${address ? ` at ${address}` : ""}`}
          busy={revoke.isPending}
          onClick={() => revoke.mutate(id)}
        >
          Sign out
        </Button>
      )}
    </li>
  );
}
