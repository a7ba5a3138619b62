import { notFound } from "next/navigation";
import { Id } from "@/lib/protocol/ids";

/** A page's id. Whatever is no uuid names nothing. */
export async function uuidOf(params: Promise<{ id: string }>): Promise<string> {
  const { success, data } = Id.safeParse((await params).id);
  return success ? data : notFound();
}
