import { z } from "zod";
import { Problem } from "./problem";

/** Where a page ended: the last row's sort key. */
export type Position = { createdAt: Date; id: string };

/** Query parameters of a list that is read page by page, newest first. */
export const PageQuery = {
  limit: z.coerce.number().int().min(1).max(200).default(50),
  cursor: z.string().optional(),
};

export function encodeCursor({ createdAt, id }: Position): string {
  return btoa(`${createdAt.getTime()}.${id}`).replaceAll("=", "");
}

/** @throws Problem 40003 for anything `encodeCursor` did not make. */
export function decodeCursor(cursor: string): Position {
  const [, time, id] = /^(\d{13})\.([0-9a-f-]{36})$/.exec(plain(cursor)) ?? [];
  if (!time || !id) throw new Problem(40003);
  return { createdAt: new Date(Number(time)), id };
}

/** Cuts off the row asked for beyond `limit`; that there was one means there is a next page. */
export function page<T extends Position>(rows: T[], limit: number) {
  const items = rows.slice(0, limit);
  const last = items.at(-1);
  return { items, nextCursor: rows.length > limit && last ? encodeCursor(last) : undefined };
}

function plain(cursor: string): string {
  try {
    return atob(cursor);
  } catch {
    throw new Problem(40003);
  }
}
