"use client";

import { LogOut } from "lucide-react";
import { Button } from "@/components/ui/button";
import { useSignOut } from "@/lib/session/queries";

export function SignOutButton() {
  const signOut = useSignOut();
  return (
    <Button
      look="quiet"
      size="small"
      className="w-7 px-0!"
      aria-label="Sign out"
      title="Sign out"
      disabled={signOut.isPending || signOut.isSuccess}
      onClick={() => signOut.mutate()}
    >
      <LogOut aria-hidden="true" />
    </Button>
  );
}
