import type { Metadata } from "next";
import { Entrance } from "@/components/session/entrance";
import { SignInForm } from "@/components/session/sign-in-form";

export const metadata: Metadata = { title: "Sign in" };

/** Static for all visitors; the return address is read in the browser. */
export default function LoginPage() {
  return (
    <Entrance title="Sign in" hint="Webhook delivery dashboard.">
      <SignInForm />
    </Entrance>
  );
}
