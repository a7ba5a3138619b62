"use client";

import { useQueryClient } from "@tanstack/react-query";
import { AlertDialog as Radix } from "radix-ui";
import "@/components/ui/page-nonce";
import { type Session, sessionQueries } from "@/lib/session/queries";
import { Credentials } from "./credentials";

/** Sign-in over the page, which keeps its state. Another user's session reloads the page. */
export function SignInAgain({ goOn }: { goOn: () => void }) {
  const client = useQueryClient();
  const { queryKey } = sessionQueries.current();
  const before = client.getQueryData<Session>(queryKey)?.user;
  const onSignedIn = (session: Session) => {
    if (before && session.user.id !== before.id) return window.location.reload();
    client.setQueryData(queryKey, session);
    goOn();
  };
  return (
    <Radix.Root open>
      <Radix.Portal>
        <Radix.Overlay className="fixed inset-0 z-50 grid place-items-center overflow-y-auto bg-veil p-4">
          <Radix.Content
            onEscapeKeyDown={(event) => event.preventDefault()}
            className="w-full max-w-sm rounded-xl bg-raised p-6 shadow-high"
          >
            <Radix.Title className="font-semibold text-lg">Your session has ended</Radix.Title>
            <Radix.Description className="mt-1 mb-5 text-soft">
              Sign in again to continue. Your input is kept.
            </Radix.Description>
            <Credentials email={before?.email} onSignedIn={onSignedIn} />
          </Radix.Content>
        </Radix.Overlay>
      </Radix.Portal>
    </Radix.Root>
  );
}
