import type { Metadata } from "next";
import { Entrance } from "@/components/session/entrance";
import { LinkForm } from "@/components/session/link-form";

export const metadata: Metadata = { title: "Sign in by link", referrer: "no-referrer" };

/** Static for all visitors; the token is in the fragment, which only the browser reads. */
export default function EnterPage() {
  return (
    <Entrance title="Sign in" hint="You were sent here by another service.">
      <LinkForm />
    </Entrance>
  );
}
