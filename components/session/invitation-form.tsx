"use client";

import { useCallback, useEffect, useState } from "react";
import type { invitationsApi } from "@/lib/invitations/contract";
import { call } from "@/lib/protocol/call";
import type { Reply } from "@/lib/protocol/endpoint";
import { EmailField } from "./email-field";
import { EntryForm } from "./entry-form";
import { InvalidLink, incomplete, type LinkFailure, linkFailure } from "./invalid-link";
import { PasswordField } from "./password-field";
import { sessionNow } from "./session-now";
import { useEntry } from "./use-entry";

type Api = typeof invitationsApi;
type Invited = Reply<Api["preview"]> & { token: string };

/** Form that accepts an invitation. Its token is the fragment of the page's URL. */
export function InvitationForm() {
  const { invited, failure, read } = useInvitation();
  if (failure) {
    const title = failure.isFinal
      ? "This invitation cannot be used"
      : "The invitation could not be checked";
    return <InvalidLink title={title} {...failure} retry={read} />;
  }
  if (!invited) return <p role="status">Checking the invitation…</p>;
  return <SignUp key={invited.token} {...invited} />;
}

/** Reads the invitation, again when another link is opened in the same tab. */
function useInvitation() {
  const [state, setState] = useState<{ invited?: Invited; failure?: LinkFailure }>({});
  const read = useCallback(() => {
    const token = tokenInAddress();
    if (!token) return setState({ failure: incomplete });
    setState({});
    call<Api["preview"]>("POST /v1/invitations/preview", { body: { token } }).then(
      (found) => token === tokenInAddress() && setState({ invited: { ...found, token } }),
      (error) => token === tokenInAddress() && setState({ failure: linkFailure(error) }),
    );
  }, []);
  useEffect(() => {
    read();
    window.addEventListener("hashchange", read);
    return () => window.removeEventListener("hashchange", read);
  }, [read]);
  return { ...state, read };
}

function tokenInAddress(): string {
  return window.location.hash.slice(1);
}

function SignUp({ token, accountName, email, role }: Invited) {
  const accept = ({ password = "" }: Record<string, string>) =>
    call<Api["accept"]>("POST /v1/invitations/accept", { body: { token, password } });
  // Replaces the page, so that Back does not lead to a used link.
  const entry = useEntry(accept, () => window.location.replace("/"));
  const other = useOtherUser();
  return (
    <EntryForm entry={entry} action="Accept invitation" progress="Joining…">
      {other && (
        <p>
          This browser is signed in as <b className="wrap-anywhere">{other}</b>. Accepting signs in
          the invited user instead.
        </p>
      )}
      <EmailField
        hint={`You join ${accountName ? `${accountName} ` : ""}as ${role}.`}
        error={entry.complaint("email")}
        readOnly
        value={email}
      />
      <PasswordField
        autoComplete="new-password"
        hint="At least 12 characters."
        error={entry.complaint("password")}
        autoFocus
      />
    </EntryForm>
  );
}

/** Returns the e-mail address of the signed-in user. Accepting the invitation ends the session of that user in this browser. */
function useOtherUser(): string | undefined {
  const [email, setEmail] = useState<string>();
  useEffect(() => {
    let isOpen = true;
    void sessionNow().then((session) => isOpen && setEmail(session?.user.email));
    return () => {
      isOpen = false;
    };
  }, []);
  return email;
}
