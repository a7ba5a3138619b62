"use client";

import { LogOut } from "lucide-react";
import { Button } from "@/components/ui/button";
import { useSignOut } from "@/lib/session/queries";
import { SignedInAs } from "./signed-in-as";

/** Who is signed in, and the way out. */
export function PersonFooter() {
  const signOut = useSignOut();
  return (
    <div className="mt-3 flex items-center gap-3 border-line border-t pt-3">
      <SignedInAs />
      <Button
        size="small"
        disabled={signOut.isPending || signOut.isSuccess}
        onClick={() => signOut.mutate()}
      >
        <LogOut aria-hidden="true" />
        Sign out
      </Button>
    </div>
  );
}
