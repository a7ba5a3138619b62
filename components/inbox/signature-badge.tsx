import { ShieldCheck, ShieldX } from "lucide-react";
import { Badge } from "@/components/ui/badge";

export function SignatureBadge({ valid }: { valid: boolean }) {
  return valid ? (
    <Badge tone="good" icon={ShieldCheck}>
      Signature valid
    </Badge>
  ) : (
    <Badge tone="bad" icon={ShieldX}>
      Not verified
    </Badge>
  );
}
