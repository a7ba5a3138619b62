"use client";

import { Copy, Ellipsis, RotateCw, ScrollText } from "lucide-react";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { copyText } from "@/components/ui/copy-button";
import { MenuItem } from "@/components/ui/menu-item";
import { Popover } from "@/components/ui/popover";
import type { ApiKey } from "@/lib/api-keys/queries";

type Props = { apiKey: ApiKey; rotate: () => void };

/** Menu of a key. A rotated key cannot be rotated again. */
export function KeyMenu({ apiKey: { id, name, replacedBy }, rotate }: Props) {
  const [open, setOpen] = useState(false);
  const then = (act: () => void) => () => {
    setOpen(false);
    act();
  };
  return (
    <Popover
      label={`Actions for ${name}`}
      align="end"
      open={open}
      onOpenChange={setOpen}
      trigger={
        <Button look="quiet" size="small" shape="icon" aria-label={`Actions for ${name}`}>
          <Ellipsis aria-hidden="true" />
        </Button>
      }
    >
      <ul className="grid gap-0.5">
        {!replacedBy && (
          <MenuItem icon={RotateCw} act={then(rotate)}>
            Rotate…
          </MenuItem>
        )}
        <MenuItem icon={ScrollText} href={`/audit?target=${id}`} act={() => setOpen(false)}>
          View audit entries
        </MenuItem>
        <MenuItem icon={Copy} act={then(() => void copyText(id).catch(() => null))}>
          Copy id
        </MenuItem>
      </ul>
    </Popover>
  );
}
