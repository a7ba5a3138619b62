import * as z from "zod";
import { defaultProblem } from "./default-problem";
import { Id } from "./ids";

/** End of a page: the sort key of its last row. */
type Position = { createdAt: Date; id: string };

/** Query parameters of a paginated list, newest first. */
export const PageQuery = {
  limit: z.coerce.number().int().min(1).max(200).default(50),
  cursor: z.string().optional(),
};

/** Cursor of a list that is answered as an array and names its next page in the Link header. */
export const LinkCursor = PageQuery.cursor.describe("Taken from the URL in the Link header");

/** Query parameters of a list that returns all its rows unless a page is asked for. */
export const OptionalPageQuery = {
  limit: PageQuery.limit.unwrap().optional().describe("Rows of a page; left out, all rows"),
  cursor: PageQuery.cursor,
};

function encodeCursor({ createdAt, id }: Position): string {
  return btoa(`${createdAt.getTime()}.${id}`).replaceAll("=", "");
}

/**
 * Returns the position in a cursor.
 * @throws Problem 40003 for a text that `encodeCursor` did not make
 */
export function decodeCursor(cursor: string): Position {
  const [, time, id] = /^(\d{13})\.([0-9a-f-]{36})$/.exec(plain(cursor)) ?? [];
  if (!time || !id || !Id.safeParse(id).success) throw defaultProblem(40003);
  return { createdAt: new Date(Number(time)), id };
}

/**
 * Returns a page of at most `limit` rows. Pass one row more than `limit`: the extra row means that there is a next
 * page. Without a limit, returns all rows.
 */
export function page<T extends Position>(rows: T[], limit = rows.length) {
  const items = rows.slice(0, limit);
  const last = items.at(-1);
  return { items, nextCursor: rows.length > limit && last ? encodeCursor(last) : undefined };
}

function plain(cursor: string): string {
  try {
    return atob(cursor);
  } catch {
    throw defaultProblem(40003);
  }
}
