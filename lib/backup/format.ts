import * as z from "zod";

/**
 * A backup is text, compressed with gzip: a line with the head as JSON, then for each table of the head its rows in the text
 * format of COPY and the line `\.`, and at the end a line with the manifest as JSON. A file without the last line was cut off.
 */
export const formatVersion = 1;

/** Ends the rows of a table. No row is equal to it, because COPY writes a backslash as two. */
export const endOfRows = "\\.\n";

const identifier = z.string().regex(/^[a-z_][a-z0-9_]*$/);

const head = {
  format: z.literal(formatVersion, {
    error: "this version of Postback does not know its format",
  }),
  /** Version of Postback that wrote the backup. */
  version: z.string(),
  createdAt: z.iso.datetime(),
  /** Version of Postgres. */
  postgres: z.string(),
  /** Applied migrations, by the times that identify them. */
  migrations: z.array(z.int()),
  /** Fingerprints of the master keys that the secrets are encrypted with. */
  masterKeys: z.array(z.string()),
  /** Each table follows those that it refers to. */
  tables: z.array(z.object({ name: identifier, columns: z.array(identifier) })),
  /** Partitions of the log, oldest first. One without `from` has no lower bound. */
  partitions: z.array(
    z.object({ table: identifier, name: identifier, from: z.uuid().optional(), to: z.uuid() }),
  ),
};

/** Facts that a restore needs before the rows. */
export const Head = z.object(head);
export type Head = z.infer<typeof Head>;

const Contents = z.object({ rows: z.int(), bytes: z.int(), sha256: z.string() });
export type Contents = z.infer<typeof Contents>;

/** The head once more, and the contents of each table, which a restore compares with what it has read. */
export const Manifest = z.object({ ...head, contents: z.record(z.string(), Contents) });
export type Manifest = z.infer<typeof Manifest>;
