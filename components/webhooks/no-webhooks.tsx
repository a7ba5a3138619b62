import { Webhook } from "lucide-react";
import { EmptyState } from "@/components/shell/empty-state";
import { ButtonLink } from "@/components/ui/button-link";

const create = `POST /v1/webhooks
{"callbackUrl":"https://example.com/hooks","events":["VIDEO_GENERATION_SUCCESS"]}`;

export function NoWebhooks() {
  return (
    <EmptyState
      icon={Webhook}
      title="No webhooks yet"
      sentence="A webhook is a callback URL and the events it wants; Postback sends them there, signed, and tries again when that fails."
      action={
        <ButtonLink href="/webhooks/new" look="primary">
          Create a webhook
        </ButtonLink>
      }
      curl={create}
    />
  );
}
