import { Copy, ListTree, type LucideIcon, Pause, Play, RotateCw, Send, Trash2 } from "lucide-react";
import Link from "next/link";
import type { ReactNode } from "react";
import { retryAllLink } from "@/components/replays/replay-verb";
import type { Webhook } from "@/lib/webhooks/queries";
import type { Actions } from "./use-webhook-actions";

type Props = { webhook: Webhook; paused: boolean; actions: Actions; close: () => void };

/** Links and actions of a webhook's menu. */
export function ActionList({ webhook, paused, actions, close }: Props) {
  const { id } = webhook;
  const then = (act: () => void) => () => {
    close();
    act();
  };
  return (
    <ul className="grid gap-0.5">
      {actions.may && (
        <>
          <Item icon={Send} act={then(() => actions.test(webhook))}>
            Send test
          </Item>
          <Item icon={paused ? Play : Pause} act={then(() => actions.pause(webhook, !paused))}>
            {paused ? "Resume" : "Pause"}
          </Item>
          <Item icon={RotateCw} href={retryAllLink(id)} act={close}>
            Retry all…
          </Item>
        </>
      )}
      <Item icon={ListTree} href={`/webhooks/${id}/deliveries`} act={close}>
        View deliveries
      </Item>
      <Item icon={Copy} act={then(() => actions.copyId(webhook))}>
        Copy id
      </Item>
      {actions.may && (
        <Item icon={Trash2} danger act={then(() => actions.remove(webhook))}>
          Delete…
        </Item>
      )}
    </ul>
  );
}

type ItemProps = {
  icon: LucideIcon;
  danger?: boolean;
  /** Target of a link. */
  href?: string;
  act: () => void;
  children: ReactNode;
};

function Item({ icon: Icon, danger = false, href, act, children }: ItemProps) {
  const shape = `flex h-8 w-full items-center gap-2.5 rounded-md px-2 text-left font-medium hover:bg-idle-wash ${danger ? "text-bad" : "text-soft hover:text-ink"}`;
  const inside = (
    <>
      <Icon aria-hidden="true" className="size-4 shrink-0" />
      {children}
    </>
  );
  return (
    <li>
      {href === undefined ? (
        <button type="button" className={shape} onClick={act}>
          {inside}
        </button>
      ) : (
        <Link href={href} prefetch={false} className={shape} onClick={act}>
          {inside}
        </Link>
      )}
    </li>
  );
}
