import { readFile } from "node:fs/promises";
import { expect, test } from "vitest";
import { freshDatabase } from "@/tests/database";
import { dumpSchema } from "@/tests/schema/dump";

// The text of `new_id` and of the catalogs depends on the version of Postgres: the embedded one wrote the file.
test.skipIf(process.env.TEST_DATABASE_URL)(
  "db/schema.sql is the schema of the migrations",
  async () => {
    const { sql } = await freshDatabase();
    const written = await readFile(new URL("schema.sql", import.meta.url), "utf8");
    expect(
      await dumpSchema(sql),
      "db/schema.sql is not up to date: run `npm run schema:dump`",
    ).toBe(written);
  },
);
