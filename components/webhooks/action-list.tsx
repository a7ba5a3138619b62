import { Copy, ListTree, Pause, Play, RotateCw, Send, Trash2 } from "lucide-react";
import { retryAllLink } from "@/components/replays/replay-verb";
import { MenuItem } from "@/components/ui/menu-item";
import type { Webhook } from "@/lib/webhooks/queries";
import type { Actions } from "./use-webhook-actions";

type Props = {
  webhook: Webhook;
  /** Left out where Send test, Pause and the tabs stand beside the menu. */
  paused?: boolean | undefined;
  actions: Actions;
};

/** Links and actions of a webhook's menu. */
export function ActionList({ webhook, paused, actions }: Props) {
  const { id } = webhook;
  return (
    <>
      {paused !== undefined && (
        <>
          {actions.may && (
            <>
              <MenuItem icon={Send} act={() => actions.test(webhook)}>
                Send test
              </MenuItem>
              <MenuItem icon={paused ? Play : Pause} act={() => actions.pause([webhook], !paused)}>
                {paused ? "Resume" : "Pause"}
              </MenuItem>
            </>
          )}
          <MenuItem icon={ListTree} href={`/webhooks/${id}/deliveries`}>
            View deliveries
          </MenuItem>
        </>
      )}
      {actions.may && (
        <MenuItem icon={RotateCw} href={retryAllLink(id)}>
          Retry all…
        </MenuItem>
      )}
      <MenuItem icon={Copy} act={() => actions.copyId(webhook)}>
        Copy id
      </MenuItem>
      {actions.may && (
        <MenuItem icon={Trash2} danger act={() => actions.remove(webhook)}>
          Delete…
        </MenuItem>
      )}
    </>
  );
}
