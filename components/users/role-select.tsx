"use client";

import { Select } from "@/components/ui/input";
import { type Role, roles } from "@/db/enums";
import { type User, useUpdateUser } from "@/lib/users/queries";
import { roleWords } from "./role-words";

type Props = { user: User; fixed: boolean };

/** Another role takes hold at once, and ends the person's sessions. */
export function RoleSelect({ user: { id, email, role }, fixed }: Props) {
  const update = useUpdateUser(id);
  const shown = update.isPending ? (update.variables.role ?? role) : role;
  return (
    <>
      <Select
        aria-label={`Role of ${email}`}
        title={roleWords[role]}
        className="h-8! capitalize"
        disabled={fixed || update.isPending}
        value={shown}
        onChange={({ target }) => update.mutate({ role: target.value as Role })}
      >
        {roles.map((each) => (
          <option key={each} value={each}>
            {each}
          </option>
        ))}
      </Select>
      <span role="status" className="block text-sm">
        {update.error && <span className="text-bad">{update.error.message}</span>}
        {update.isSuccess && <span className="text-soft">Saved; has to sign in again</span>}
      </span>
    </>
  );
}
