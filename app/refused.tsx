import { Forbidden } from "@/components/page/forbidden";
import { frameContext } from "@/lib/http/page-context";

/** The page that the user may not open. `operatorsOnly` is true for one about the whole installation. */
export async function Refused({ operatorsOnly = false }: { operatorsOnly?: boolean }) {
  const ctx = await frameContext();
  return (
    <Forbidden isMember={ctx !== null && ctx.accountId !== null} operatorsOnly={operatorsOnly} />
  );
}
