"use client";

import { useQueryClient } from "@tanstack/react-query";
import { AlertDialog as Radix } from "radix-ui";
import { useEffect } from "react";
import { retryNow } from "@/components/live/connection";
import "@/components/ui/page-nonce";
import { useFocusReturn } from "@/components/ui/use-focus-return";
import { type Session, sessionQueries } from "@/lib/session/queries";
import { Credentials } from "./credentials";
import { sessionNow } from "./session-now";

/**
 * Sign-in over the page, which keeps its state. Another user's session reloads the page. Signing in in one tab is enough for
 * all: each looks for a session when it is seen again.
 */
export function SignInAgain({ goOn }: { goOn: () => void }) {
  const client = useQueryClient();
  const focus = useFocusReturn();
  const { queryKey } = sessionQueries.current();
  const before = client.getQueryData<Session>(queryKey)?.user;
  const onSignedIn = (session: Session) => {
    if (before && session.user.id !== before.id) return window.location.reload();
    client.setQueryData(queryKey, session);
    goOn();
    retryNow();
  };
  useEffect(() => {
    const look = async () => {
      const session = document.hidden ? undefined : await sessionNow();
      if (session) onSignedIn(session);
    };
    window.addEventListener("focus", look);
    document.addEventListener("visibilitychange", look);
    return () => {
      window.removeEventListener("focus", look);
      document.removeEventListener("visibilitychange", look);
    };
  });
  return (
    <Radix.Root open>
      <Radix.Portal>
        <Radix.Overlay className="fixed inset-0 z-50 grid place-items-center overflow-y-auto bg-veil p-4">
          <Radix.Content
            onOpenAutoFocus={(event) => {
              focus.remember();
              focusOnForm(event);
            }}
            onCloseAutoFocus={focus.giveBack}
            onEscapeKeyDown={(event) => event.preventDefault()}
            className="w-full max-w-sm rounded-xl bg-raised p-6 shadow-high"
          >
            <Radix.Title className="font-semibold text-lg">Your session has ended</Radix.Title>
            <Radix.Description className="mt-1 mb-5 text-soft">
              {before?.passwordless
                ? "Open Postback again where you came from, in another tab. This page then continues; your input is kept."
                : "Sign in again to continue. Your input is kept."}
            </Radix.Description>
            {!before?.passwordless && <Credentials email={before?.email} onSignedIn={onSignedIn} />}
          </Radix.Content>
        </Radix.Overlay>
      </Radix.Portal>
    </Radix.Root>
  );
}

/** Radix focuses the button that cancels, which this dialog does not have; the focus would stay in the page behind it. */
function focusOnForm(event: Event): void {
  if (!(event.currentTarget instanceof Element)) return;
  const fields = [...event.currentTarget.querySelectorAll("input")];
  const field = fields.find(({ value }) => value === "") ?? fields[0];
  if (!field) return;
  event.preventDefault();
  field.focus();
}
