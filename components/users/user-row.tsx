"use client";

import Link from "next/link";
import { Day } from "@/components/time/moment";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { Cell, Row, RowHead } from "@/components/ui/table";
import type { User } from "@/lib/users/queries";
import { RoleSelect } from "./role-select";

type Props = {
  user: User;
  /** Whoever looks at the list. */
  mine: boolean;
  /** Without this one nobody could let others in. */
  last: boolean;
  setPassword: () => void;
  remove: () => void;
};

export function UserRow({ user, mine, last, setPassword, remove }: Props) {
  const { email, createdAt } = user;
  return (
    <Row className="max-md:grid-cols-[minmax(0,1fr)]">
      <RowHead>
        <span className="flex flex-wrap items-center gap-2">
          <span className="wrap-anywhere font-medium">{email}</span>
          {mine && <Badge tone="busy">You</Badge>}
        </span>
        {last && (
          <span className="block text-faint text-xs">The last administrator: stays as it is</span>
        )}
      </RowHead>
      <Cell>
        <RoleSelect user={user} fixed={last || mine} />
      </Cell>
      <Cell data-label="Since" className="text-soft text-sm">
        <Day at={createdAt} />
      </Cell>
      <Cell>
        <div className="flex gap-2 md:justify-end">
          {mine ? (
            <Link href="/settings" className="text-accent text-sm underline underline-offset-2">
              Your settings
            </Link>
          ) : (
            <>
              <Button size="small" aria-label={`New password for ${email}`} onClick={setPassword}>
                Password
              </Button>
              <Button look="danger" size="small" aria-label={`Remove ${email}`} onClick={remove}>
                Remove
              </Button>
            </>
          )}
        </div>
      </Cell>
    </Row>
  );
}
