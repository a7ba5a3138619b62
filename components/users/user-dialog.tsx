"use client";

import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { DialogActions } from "@/components/ui/dialog-actions";
import { type IssuedInvitation, useInvite } from "@/lib/invitations/queries";
import { type User, useRemoveUser } from "@/lib/users/queries";
import { InvitationLink } from "./invitation-link";
import { InviteForm } from "./invite-form";
import { PasswordForm } from "./password-form";

export type Front =
  | { what: "invite" }
  | { what: "link"; issued: IssuedInvitation }
  | { what: "password" | "remove"; user: User };
const titles = {
  invite: "Invite user",
  link: "Invitation link",
  password: "New password",
  remove: "Remove this user?",
};

type Props = { front: Front; setFront: (front: Front) => void; close: () => void };

/** Invites a user, and changes one. */
export function UserDialog({ front, setFront, close }: Props) {
  const invite = useInvite();
  // The link is shown once: nothing closes the dialog while it is on its way, and only a button after that.
  const mayClose = front.what !== "link" && !invite.isPending;
  return (
    <Dialog
      open
      onOpenChange={mayClose ? close : undefined}
      title={titles[front.what]}
      description={"user" in front && <p>{front.user.email}</p>}
    >
      {front.what === "invite" && (
        <InviteForm
          invite={invite}
          close={close}
          onIssued={(issued) => setFront({ what: "link", issued })}
        />
      )}
      {front.what === "link" && <InvitationLink issued={front.issued} close={close} />}
      {front.what === "password" && <PasswordForm id={front.user.id} close={close} />}
      {front.what === "remove" && <RemoveUser user={front.user} close={close} />}
    </Dialog>
  );
}

type RemoveProps = { user: User; close: () => void };

function RemoveUser({ user: { id }, close }: RemoveProps) {
  const remove = useRemoveUser(id);
  return (
    <>
      <p>
        The user is signed out immediately, and their invitation links stop working. Their audit
        entries stay, and keys they issued keep working.
      </p>
      <DialogActions error={remove.error}>
        <Button onClick={close} disabled={remove.isPending}>
          Keep
        </Button>
        <Button
          look="danger-solid"
          busy={remove.isPending}
          onClick={() => remove.mutate(undefined, { onSuccess: close })}
        >
          {remove.isPending ? "Removing…" : "Remove user"}
        </Button>
      </DialogActions>
    </>
  );
}
