"use client";

import { useEffect, useState } from "react";
import type { invitationsApi } from "@/lib/invitations/contract";
import { call } from "@/lib/protocol/call";
import type { Reply } from "@/lib/protocol/endpoint";
import { EmailField } from "./email-field";
import { EntryForm } from "./entry-form";
import { InvalidLink, incomplete } from "./invalid-link";
import { PasswordField } from "./password-field";
import { useEntry } from "./use-entry";

type Api = typeof invitationsApi;
type Invited = Reply<Api["preview"]> & { token: string };

/** Form that accepts an invitation. Its token is the fragment of the page's URL. */
export function InvitationForm() {
  const { invited, failure } = useInvitation();
  if (failure) return <InvalidLink title="This invitation cannot be used" reason={failure} />;
  if (!invited) return <p role="status">Checking the invitation…</p>;
  return <SignUp key={invited.token} {...invited} />;
}

/** Reads the invitation, again when another link is opened in the same tab. */
function useInvitation() {
  const [state, setState] = useState<{ invited?: Invited; failure?: string }>({});
  useEffect(() => {
    const tokenInAddress = () => window.location.hash.slice(1);
    const read = async () => {
      const token = tokenInAddress();
      if (!token) return setState({ failure: incomplete });
      try {
        const found = await call<Api["preview"]>("POST /v1/invitations/preview", {
          body: { token },
        });
        if (token === tokenInAddress()) setState({ invited: { ...found, token } });
      } catch (error) {
        if (token === tokenInAddress()) setState({ failure: (error as Error).message });
      }
    };
    const readNow = () => void read();
    readNow();
    window.addEventListener("hashchange", readNow);
    return () => window.removeEventListener("hashchange", readNow);
  }, []);
  return state;
}

function SignUp({ token, accountName, email, role }: Invited) {
  const accept = ({ password = "" }: Record<string, string>) =>
    call<Api["accept"]>("POST /v1/invitations/accept", { body: { token, password } });
  // Replaces the page, so that Back does not lead to a used link.
  const entry = useEntry(accept, () => window.location.replace("/"));
  return (
    <EntryForm entry={entry} action="Accept invitation" progress="Joining…">
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
