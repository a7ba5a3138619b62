"use client";

import { useQuery } from "@tanstack/react-query";
import dynamic from "next/dynamic";
import { FormSkeleton } from "@/components/form/form-skeleton";
import { Card } from "@/components/ui/card";
import { roleWords } from "@/components/users/role-words";
import { sessionQueries } from "@/lib/session/queries";
import { capitalize } from "@/lib/words";

const ChangePassword = dynamic(() => import("./change-password").then((m) => m.ChangePassword), {
  ssr: false,
  loading: FormSkeleton,
});

/** The signed-in user and a form to change the password. */
export function PasswordCard() {
  const { data } = useQuery(sessionQueries.current());
  const role = data?.user.role;
  return (
    <Card
      title={data?.user.email ?? "You"}
      hint={role && `${capitalize(role)}. ${roleWords[role]}.`}
    >
      <ChangePassword email={data?.user.email ?? ""} />
    </Card>
  );
}
