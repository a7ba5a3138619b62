import { Command, Option } from "commander";
import { roles, scopes } from "@/db/enums";
import { service } from "@/lib/version";
import { completionOf, shells } from "./completion";
import { printLine } from "./print";

const json = new Option("--json", "print the result as JSON");

const helpCommand = ["help [command]", "print the help of a command"] as const;

const notes = `
Settings are environment variables, or lines of a file .env in the current folder.
Exit codes: 0 done, 1 failed (the reason is on standard error), 2 wrong usage.`;

/** Returns all commands. Each loads its code when it runs, which keeps help and completion fast. */
export function commandTree(): Command {
  const postback = new Command("postback")
    .description("Webhook delivery service: API, delivery engine and dashboard")
    .version(service.version, "-v, --version", "print the version")
    .helpOption("-h, --help", "print the commands and options")
    .helpCommand(...helpCommand)
    .showHelpAfterError("Add --help for the arguments and options.")
    .exitOverride()
    .addHelpText("after", notes);
  addPrograms(postback);
  addDatabaseCommands(postback);
  addBackupCommands(postback);
  postback
    .command("doctor")
    .description("check settings, machine, database and network, and say what to do")
    .option("--egress-url <url>", "address to reach the way deliveries do", "https://example.com/")
    .addOption(json)
    .action(async (options) => (await import("./doctor/doctor")).runDoctor(options));
  addKeys(postback.command("keys").description("API keys"));
  addPeopleAndAccounts(postback);
  postback
    .command("completion")
    .description("print the completion script of a shell")
    .argument("<shell>", shells.join(", "))
    .addHelpText("after", "\nExample: source <(postback completion bash)")
    .action((shell: string) => printLine(completionOf(postback, shell)));
  return postback;
}

function addPrograms(postback: Command): void {
  postback
    .command("start")
    .description(
      "run everything: API, dashboard, delivery, and a database unless DATABASE_URL is set",
    )
    .option("--without-worker", "send nothing to receivers, for example after a trial restore")
    .action(async (options) => (await import("./start")).startAll(options));
  postback
    .command("web")
    .description("run the API and the dashboard only")
    .action(async () => (await import("./start-one")).startOne("web"));
  postback
    .command("worker")
    .description("run the delivery only")
    .action(async () => (await import("./start-one")).startOne("worker"));
}

function addDatabaseCommands(postback: Command): void {
  postback
    .command("migrate")
    .description("prepare the database of DATABASE_URL for this version")
    .addOption(json)
    .action(async (options) => (await import("./migrate")).migrateDatabase(options));
  postback
    .command("seed")
    .description("add sample data: 12 webhooks and two weeks of deliveries that are never sent")
    .addOption(
      new Option("--large", "write a million deliveries, for measuring").conflicts("remove"),
    )
    .option("--remove", "delete the sample data")
    .addOption(json)
    .action(async (options) => (await import("./seed")).seed(options));
  postback
    .command("secrets")
    .description("encrypted secrets")
    .helpCommand(...helpCommand)
    .command("rewrap")
    .description(
      "encrypt all secrets with the first key of MASTER_KEY, so that others can be removed",
    )
    .addOption(json)
    .action(async (options) => (await import("./secrets")).rewrapSecrets(options));
}

function addBackupCommands(postback: Command): void {
  postback
    .command("backup")
    .description("write a consistent copy of everything but the master key, while the product runs")
    .requiredOption("--to <file>", "file to write; - for standard output; with --every a folder")
    .option("--every <time>", "repeat, for example 24h or 30m")
    .option("--keep <count>", "with --every: backups to keep in the folder (default: 14)")
    .addOption(json)
    .action(async (options) => (await import("./backup")).backUp(options));
  postback
    .command("restore")
    .description("load a backup into an empty installation")
    .argument("<file>", "file of a backup; - for standard input")
    .option("--dry-run", "check the backup and the installation, and change nothing")
    .addOption(json)
    .action(async (file, options) => (await import("./restore")).restore(file, options));
}

function addKeys(keys: Command): void {
  keys
    .helpCommand(...helpCommand)
    .command("create")
    .description("create an API key and print it")
    .requiredOption("--name <name>", "name of the key in lists")
    .option(
      "--account <name>",
      "account of the key, created if missing; without it a service key for all",
    )
    .option("--scopes <list>", `comma-separated: ${scopes.join(", ")}`, scopes.join(","))
    .addOption(json)
    .action(async (options) => (await import("./keys")).addKey(options));
  keys
    .command("list")
    .description("list the keys that are not revoked")
    .addOption(json)
    .action(async (options) => (await import("./keys")).printKeys(options));
  keys
    .command("revoke")
    .description("end a key at once")
    .argument("<id>", "id from `postback keys list`")
    .addOption(json)
    .action(async (id, options) => (await import("./keys")).revokeKey(id, options));
}

function addPeopleAndAccounts(postback: Command): void {
  const users = postback
    .command("users")
    .description("users of the dashboard")
    .helpCommand(...helpCommand);
  users
    .command("list")
    .description("list the users")
    .addOption(json)
    .action(async (options) => (await import("./users")).printUsers(options));
  users
    .command("create")
    .description("create a user and print the password")
    .requiredOption("--email <address>", "address to sign in with")
    .requiredOption("--role <role>", roles.join(", "))
    .option("--account <name>", "the account of a member; without it, an operator of all accounts")
    .addOption(json)
    .action(async (options) => (await import("./users")).addUser(options));
  users
    .command("reset-password")
    .description("print a new password, and end all sessions of the user")
    .requiredOption("--email <address>", "address of the user")
    .addOption(json)
    .action(async (options) => (await import("./users")).resetPassword(options));
  const accounts = postback
    .command("accounts")
    .description("accounts of customers")
    .helpCommand(...helpCommand);
  accounts
    .command("list")
    .description("list the accounts")
    .addOption(json)
    .action(async (options) => (await import("./accounts")).printAccounts(options));
  accounts
    .command("create")
    .description("create an account and print its id")
    .argument("<name>", "name of the account")
    .addOption(json)
    .action(async (name, options) => (await import("./accounts")).addAccount(name, options));
}
