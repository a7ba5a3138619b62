import pino from "pino";
import { isDatabaseAway } from "@/db/away";
import { LogRepeats } from "./log-repeats";
import { asText } from "./log-text";

/**
 * Returns an error as it may be logged. Drizzle's wrapper quotes every parameter of a failed statement, bodies and
 * hashes among them, so only its cause is returned.
 */
export function loggable(error: unknown): object {
  if (!(error instanceof Error)) return { message: String(error) };
  if (error.cause instanceof Error) return loggable(error.cause);
  const { name, message, stack } = error;
  return { name, message, stack, ...("code" in error && { code: error.code }) };
}

const standardOutput = pino.destination(1);
const output = {
  write: (line: string) =>
    standardOutput.write(process.env.LOG_FORMAT === "text" ? asText(line) : line),
};

/** Returns the level of LOG_LEVEL. An unknown one is refused when the settings are read, in a sentence. */
export function levelOf({ LOG_LEVEL = "" }: NodeJS.ProcessEnv): string {
  return LOG_LEVEL === "silent" || LOG_LEVEL in pino.levels.values ? LOG_LEVEL : "info";
}

const warnLevel = 40;
const repeats = new LogRepeats();

/** Writes an entry. Entries about the same failure of the database are limited, unless the level is `debug`. */
function writeEntry(
  this: pino.Logger,
  args: Parameters<pino.LogFn>,
  write: pino.LogFn,
  level: number,
): void {
  const [fields, message] = args as unknown as [{ err?: unknown } | undefined, string];
  const isFailure = isDatabaseAway(fields?.err) && level >= warnLevel;
  if (!isFailure || this.isLevelEnabled("debug")) {
    write.apply(this, args);
    return;
  }
  const { code = "" } = loggable(fields?.err) as { code?: string };
  repeats.note(`${message} ${code}`, (repeated) =>
    write.call(this, { ...fields, ...(repeated > 0 && { repeated }) }, message),
  );
}

/** Names of fields that hold secrets. */
const secretFields = ["secret", "password", "key", "token", "authorization", "cookie"];

/** Returns a log that writes one line of JSON for each entry. */
export function logTo(output: pino.DestinationStream): pino.Logger {
  return pino(
    {
      level: levelOf(process.env),
      base: { process: process.env.POSTBACK_PROCESS ?? "postback", pid: process.pid },
      timestamp: pino.stdTimeFunctions.isoTime,
      serializers: { err: loggable },
      hooks: { logMethod: writeEntry },
      redact: {
        paths: [
          ...secretFields.flatMap((name) => [name, `*.${name}`]),
          ...['["x-api-key"]', '*["x-api-key"]'],
        ],
        censor: "[hidden]",
      },
    },
    output,
  );
}

/**
 * Writes one line for each entry: JSON, or text with LOG_FORMAT=text. Never pass secrets or bodies; as a safeguard, a field with a
 * secret's name is masked, in the entry and one level below.
 */
export const log = logTo(output);
