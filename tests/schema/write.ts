import { writeFile } from "node:fs/promises";
import { connectSql } from "@/db/client";
import { copyTemplate, testServer } from "../global-setup";
import { dumpSchema } from "./dump";

/** `npm run schema:dump`: writes db/schema.sql from a migrated database on the embedded Postgres. */
const server = await testServer();
const sql = connectSql(await copyTemplate("dump"), 1);
await writeFile(new URL("../../db/schema.sql", import.meta.url), await dumpSchema(sql));
await sql.end();
await server.tearDown();
