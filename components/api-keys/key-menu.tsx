import { RotateCw, ScrollText } from "lucide-react";
import { ActionsMenu } from "@/components/ui/actions-menu";
import { CopyButton } from "@/components/ui/copy-button";
import { MenuItem } from "@/components/ui/menu-item";
import type { ApiKey } from "@/lib/api-keys/queries";

type Props = { apiKey: ApiKey; rotate: () => void };

/** Menu of a key. A rotated key cannot be rotated again. */
export function KeyMenu({ apiKey: { id, name, replacedBy }, rotate }: Props) {
  return (
    <ActionsMenu label={`Actions for ${name}`}>
      {!replacedBy && (
        <MenuItem icon={RotateCw} act={rotate}>
          Rotate…
        </MenuItem>
      )}
      <MenuItem icon={ScrollText} href={`/audit?target=${id}`}>
        View audit entries
      </MenuItem>
      <li>
        <CopyButton text={id} label="Copy id" shown="Copy id" />
      </li>
    </ActionsMenu>
  );
}
