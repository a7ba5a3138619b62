import { History } from "lucide-react";
import { ButtonLink } from "@/components/ui/button-link";

export function ReplaysLink() {
  return (
    <ButtonLink href="/replays">
      <History aria-hidden="true" />
      Replays
    </ButtonLink>
  );
}
