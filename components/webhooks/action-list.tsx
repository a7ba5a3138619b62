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
  close: () => void;
};

/** Links and actions of a webhook's menu. */
export function ActionList({ webhook, paused, actions, close }: Props) {
  const { id } = webhook;
  const then = (act: () => void) => () => {
    close();
    act();
  };
  return (
    <ul className="grid gap-0.5">
      {paused !== undefined && (
        <>
          {actions.may && (
            <>
              <MenuItem icon={Send} act={then(() => actions.test(webhook))}>
                Send test
              </MenuItem>
              <MenuItem
                icon={paused ? Play : Pause}
                act={then(() => actions.pause([webhook], !paused))}
              >
                {paused ? "Resume" : "Pause"}
              </MenuItem>
            </>
          )}
          <MenuItem icon={ListTree} href={`/webhooks/${id}/deliveries`} act={close}>
            View deliveries
          </MenuItem>
        </>
      )}
      {actions.may && (
        <MenuItem icon={RotateCw} href={retryAllLink(id)} act={close}>
          Retry all…
        </MenuItem>
      )}
      <MenuItem icon={Copy} act={then(() => actions.copyId(webhook))}>
        Copy id
      </MenuItem>
      {actions.may && (
        <MenuItem icon={Trash2} danger act={then(() => actions.remove(webhook))}>
          Delete…
        </MenuItem>
      )}
    </ul>
  );
}
