import { Check, Copy, RotateCw, ScrollText } from "lucide-react";
import { ActionsMenu } from "@/components/ui/actions-menu";
import { MenuItem } from "@/components/ui/menu-item";
import { useCopy } from "@/components/ui/use-copy";
import type { ApiKey } from "@/lib/api-keys/queries";

type Props = { apiKey: ApiKey; rotate: () => void };

/** Menu of a key. A rotated key cannot be rotated again. */
export function KeyMenu({ apiKey: { id, name, replacedBy }, rotate }: Props) {
  const { copy, isCopied, words } = useCopy(id);
  return (
    <>
      <ActionsMenu label={`Actions for ${name}`}>
        {!replacedBy && (
          <MenuItem icon={RotateCw} act={rotate}>
            Rotate…
          </MenuItem>
        )}
        <MenuItem icon={ScrollText} href={`/audit?target=${id}`}>
          View audit entries
        </MenuItem>
        <MenuItem icon={isCopied ? Check : Copy} act={copy} stays>
          Copy id
        </MenuItem>
      </ActionsMenu>
      <span role="status" className="sr-only">
        {words}
      </span>
    </>
  );
}
