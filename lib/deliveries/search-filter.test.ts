import { sql } from "drizzle-orm";
import fc from "fast-check";
import { expect, test } from "vitest";
import { maskUrl } from "@/lib/protocol/mask-url";
import { freshDatabase } from "@/tests/database";
import { maskedUrl } from "./search-filter";

test("Postgres masks a URL exactly as the screens do", async () => {
  const { db } = await freshDatabase();
  const unit = fc.constantFrom("a", "T", "=", "?", "&", ";", "%74", "[]", "é", "\\1", "$1", "/");
  const urls = fc
    .sample(fc.string({ unit, maxLength: 12 }), 500)
    .map((end) => `https://a.example/${end}`);
  const rows = await db.execute<{ url: string; shown: string }>(sql`
    select url, ${maskedUrl(sql`url`)} as shown from json_array_elements_text(${JSON.stringify(urls)}::json) as url`);
  expect(rows).toHaveLength(500);
  for (const { url, shown } of rows) expect([url, shown]).toEqual([url, maskUrl(url)]);
});
