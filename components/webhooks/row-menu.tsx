"use client";

import {
  Copy,
  Ellipsis,
  ListTree,
  type LucideIcon,
  Pause,
  Play,
  RotateCw,
  Send,
  Trash2,
} from "lucide-react";
import Link from "next/link";
import { type ReactNode, useState } from "react";
import { Button } from "@/components/ui/button";
import { copyText } from "@/components/ui/copy-button";
import { Popover } from "@/components/ui/popover";
import { aboveRow } from "@/components/ui/table";
import { formatUrl } from "@/lib/format";
import type { Listed } from "./choose-webhooks";
import type { Deeds } from "./deeds";

type Props = { listed: Listed; deeds: Deeds };

/** What can be done to a webhook without leaving the list. */
export function RowMenu({ listed, deeds }: Props) {
  const { id, callbackUrl } = listed.webhook;
  const [open, setOpen] = useState(false);
  const paused = listed.more?.paused ?? false;
  const then = (act: () => void) => () => {
    setOpen(false);
    act();
  };
  return (
    <Popover
      label={`Actions for ${formatUrl(callbackUrl)}`}
      align="end"
      open={open}
      onOpenChange={setOpen}
      trigger={
        <Button
          look="quiet"
          size="small"
          className={`${aboveRow} w-7 px-0!`}
          aria-label={`Actions for ${formatUrl(callbackUrl)}`}
        >
          <Ellipsis aria-hidden="true" />
        </Button>
      }
    >
      <ul className="grid gap-0.5">
        {deeds.may && (
          <>
            <Item icon={Send} act={then(() => deeds.test(listed))}>
              Send test
            </Item>
            <Item icon={paused ? Play : Pause} act={then(() => deeds.pause(listed, !paused))}>
              {paused ? "Resume" : "Pause"}
            </Item>
            <Item icon={RotateCw} href={`/replays/new?status=failed&webhook=${id}`}>
              Resend failed…
            </Item>
          </>
        )}
        <Item icon={ListTree} href={`/webhooks/${id}/deliveries`}>
          View deliveries
        </Item>
        <Item icon={Copy} act={then(() => void copyText(id).then(() => deeds.copied(listed)))}>
          Copy id
        </Item>
        {deeds.may && (
          <Item icon={Trash2} danger act={then(() => deeds.remove(listed))}>
            Delete…
          </Item>
        )}
      </ul>
    </Popover>
  );
}

type ItemProps = { icon: LucideIcon; danger?: boolean; children: ReactNode } & (
  | { href: string; act?: never }
  | { act: () => void; href?: never }
);

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
        <Link href={href} prefetch={false} className={shape}>
          {inside}
        </Link>
      )}
    </li>
  );
}
