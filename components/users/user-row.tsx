"use client";

import { Day } from "@/components/time/moment";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { HoverPrefetchLink } from "@/components/ui/hover-prefetch-link";
import { SelectBox } from "@/components/ui/select-box";
import { Cell, Row, RowHead } from "@/components/ui/table";
import { roles } from "@/db/enums";
import { type User, useUpdateUser } from "@/lib/users/queries";
import { capitalize } from "@/lib/words";
import { MemberOf } from "./member-of";
import { wordsOfRole } from "./words-of-role";

type Props = {
  user: User;
  /** Id of the signed-in user. */
  mine: boolean;
  /** True for the last administrator, who cannot be removed. */
  last: boolean;
  setPassword: () => void;
  remove: () => void;
};

export function UserRow({ user, mine, last, setPassword, remove }: Props) {
  const { email, createdAt } = user;
  return (
    <Row className="card:grid-cols-[minmax(0,1fr)]">
      <RowHead>
        <span className="flex flex-wrap items-center gap-2">
          <span className="wrap-anywhere font-medium">{email}</span>
          {mine && <Badge tone="busy">You</Badge>}
        </span>
        <MemberOf account={user.accountId} />
        {last && (
          <span className="block text-faint text-xs">
            Last administrator; the role cannot change
          </span>
        )}
      </RowHead>
      <Cell className="card:max-w-64">
        <RoleSelect user={user} fixed={last || mine} />
      </Cell>
      <Cell data-label="Since" className="text-soft text-sm">
        <Day at={createdAt} />
      </Cell>
      <Cell>
        <div className="flex justify-end gap-2 card:justify-start">
          {mine ? (
            <HoverPrefetchLink
              href="/settings"
              className="tap-area text-accent text-sm underline underline-offset-2"
            >
              Your settings
            </HoverPrefetchLink>
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

type RoleSelectProps = { user: User; fixed: boolean };

/** Changes the role immediately, which ends the user's sessions. */
function RoleSelect({ user: { id, accountId, email, role }, fixed }: RoleSelectProps) {
  const update = useUpdateUser(id);
  const isMember = accountId !== undefined;
  const options = roles.map((value) => {
    return { value, label: capitalize(value), hint: wordsOfRole(value, { isMember }) };
  });
  const shown = update.isPending ? (update.variables.role ?? role) : role;
  return (
    <>
      <SelectBox
        label={`Role of ${email}`}
        height="toolbar"
        options={options}
        disabled={fixed}
        value={shown}
        onChange={(next) => next !== shown && !update.isPending && update.mutate({ role: next })}
      />
      <span role="status" className="block text-sm">
        {update.error && <span className="text-bad">{update.error.message}</span>}
        {update.isSuccess && <span className="text-soft">Saved; has to sign in again</span>}
      </span>
    </>
  );
}
