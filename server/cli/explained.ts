import { DriverNotPatched } from "@/db/driver";
import { SchemaMismatch } from "@/db/schema-version";
import { BadBackup, CannotWrite, UnsuitableTarget } from "@/lib/backup/errors";
import { Problem } from "@/lib/protocol/problem";
import { CannotStart } from "@/server/supervisor/cannot-start";
import { WrongUsage } from "./wrong-usage";

const explained = [
  ...[CannotStart, DriverNotPatched, SchemaMismatch, Problem, WrongUsage],
  ...[BadBackup, CannotWrite, UnsuitableTarget],
];

/** Returns whether the message of an error tells a person what to do, so that its stack need not be shown. */
export function isExplained(error: unknown): error is Error {
  return explained.some((kind) => error instanceof kind);
}
