import { ButtonLink } from "@/components/ui/button-link";
import { Notice } from "@/components/ui/notice";

/** Says why an invitation or a sign-in link cannot be used, and leads to the sign-in page. */
export function InvalidLink({ title, reason }: { title: string; reason: string }) {
  return (
    <div className="grid gap-5">
      <Notice tone="bad" role="alert" title={title}>
        {reason}
      </Notice>
      <ButtonLink href="/login">Go to sign-in</ButtonLink>
    </div>
  );
}

export const incomplete = "This link is incomplete. Copy all of it.";
