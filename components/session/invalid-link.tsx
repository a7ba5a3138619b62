import { Button } from "@/components/ui/button";
import { ButtonLink } from "@/components/ui/button-link";
import { Notice } from "@/components/ui/notice";
import { Problem } from "@/lib/protocol/problem";

/** Why a link did not work. */
export type LinkFailure = {
  reason: string;
  /** The link itself is the cause, so that trying again is of no use. */
  isFinal: boolean;
};

type Props = LinkFailure & { title: string; isSignedIn?: boolean; retry: () => void };

/**
 * Says why an invitation or a sign-in link did not work. One that cannot be used leads to the sign-in page, or to the overview
 * in a browser with a session: a customer may have no password to sign in with.
 */
export function InvalidLink({ title, reason, isFinal, isSignedIn = false, retry }: Props) {
  return (
    <div className="grid gap-5">
      <Notice tone="bad" role="alert" title={title}>
        {reason}
      </Notice>
      {isFinal ? (
        <ButtonLink href={isSignedIn ? "/" : "/login"}>
          {isSignedIn ? "Go to overview" : "Go to sign-in"}
        </ButtonLink>
      ) : (
        <Button look="primary" onClick={retry}>
          Try again
        </Button>
      )}
    </div>
  );
}

export const incomplete: LinkFailure = {
  reason: "This link is incomplete. Copy all of it.",
  isFinal: true,
};

/** Returns why a request with the token of a link failed. */
export function linkFailure(error: unknown): LinkFailure {
  const isFinal = error instanceof Problem && [400, 404, 409].includes(error.status);
  return { reason: (error as Error).message, isFinal };
}
