import { notFound } from "next/navigation";
import { Id } from "@/lib/protocol/ids";

/** Returns the id of a page; 404 for anything but a UUID. */
export async function uuidOf(params: Promise<{ id: string }>): Promise<string> {
  const { success, data } = Id.safeParse((await params).id);
  return success ? data : notFound();
}
