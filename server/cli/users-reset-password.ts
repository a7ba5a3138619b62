import { parseArgs } from "node:util";
import { newToken } from "@/lib/session/token";
import { findUser, updateUser } from "@/lib/users/operations";
import { CannotStart } from "@/server/supervisor/cannot-start";
import { commandLine } from "./command-line";
import { runCommand } from "./entry";
import { withDatabase } from "./with-database";

const usage = `Usage: npm run users:reset-password -- --email ADDRESS

  --email   address of the user; all sessions of the user end`;

/** `npm run users:reset-password`: prints only the new password on standard output. */
await runCommand(async () => {
  const email = readEmail();
  await withDatabase(async (db) => {
    const ctx = commandLine(db);
    const user = await findUser(ctx, email);
    if (!user) throw new CannotStart(`There is no user with the e-mail address ${email}.`);
    const password = newToken();
    await updateUser(ctx, user.id, { password });
    console.log(password);
  });
});

function readEmail(): string {
  try {
    const { email } = parseArgs({ options: { email: { type: "string" } } }).values;
    if (email) return email;
  } catch (error) {
    throw new CannotStart(`${(error as Error).message}\n\n${usage}`);
  }
  throw new CannotStart(`Name the user with --email.\n\n${usage}`);
}
