"use client";

import { useQuery } from "@tanstack/react-query";
import { LogOut } from "lucide-react";
import { Button } from "@/components/ui/button";
import { useSignOut } from "@/lib/session/mutations";
import { sessionQueries } from "@/lib/session/queries";

/** The signed-in user and the sign-out button. */
export function PersonFooter() {
  const signOut = useSignOut();
  return (
    <div className="mt-3 flex items-center gap-3 border-line border-t pt-3">
      <SignedInAs />
      <Button
        size="small"
        busy={signOut.isPending || signOut.isSuccess}
        onClick={() => signOut.mutate()}
      >
        <LogOut aria-hidden="true" />
        Sign out
      </Button>
    </div>
  );
}

function SignedInAs() {
  const { data } = useQuery(sessionQueries.current());
  return (
    <p className="min-w-0 flex-1 text-sm leading-4">
      <span className="block truncate text-ink" title={data?.user.email}>
        {data?.user.email ?? "…"}
      </span>
      <span className="block text-faint text-xs capitalize">{data?.user.role ?? "…"}</span>
    </p>
  );
}
