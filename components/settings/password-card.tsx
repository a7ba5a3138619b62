"use client";

import { useQuery } from "@tanstack/react-query";
import dynamic from "next/dynamic";
import { FormSkeleton } from "@/components/form/form-skeleton";
import { Card } from "@/components/ui/card";
import { wordsOfRole } from "@/components/users/words-of-role";
import { sessionQueries } from "@/lib/session/queries";
import { capitalize } from "@/lib/words";

const ChangePassword = dynamic(() => import("./change-password").then((m) => m.ChangePassword), {
  ssr: false,
  loading: FormSkeleton,
});

/** The signed-in user and a form to change the password. */
export function PasswordCard() {
  const { data } = useQuery(sessionQueries.current());
  const { role, accountId } = data?.user ?? {};
  const isMember = accountId !== undefined;
  return (
    <Card
      title={data?.user.email ?? "You"}
      hint={role && `${capitalize(role)}. ${wordsOfRole(role, { isMember })}.`}
    >
      {data?.user.passwordless ? (
        <p>You sign in by links of another service, without a password.</p>
      ) : (
        <ChangePassword email={data?.user.email ?? ""} />
      )}
    </Card>
  );
}
