import type { Metadata } from "next";
import { Entrance } from "@/components/session/entrance";
import { InvitationForm } from "@/components/session/invitation-form";

export const metadata: Metadata = { title: "Accept invitation", referrer: "no-referrer" };

/** Static for all visitors; the token is in the fragment, which only the browser reads. */
export default function InvitePage() {
  return (
    <Entrance title="Join Postback" hint="Choose a password to accept your invitation.">
      <InvitationForm />
    </Entrance>
  );
}
