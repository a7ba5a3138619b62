import pino from "pino";
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

/**
 * Writes one line for each entry: JSON, or text with LOG_FORMAT=text. Never pass secrets or bodies; fields with a secret's
 * name are masked as a safeguard.
 */
export const log = pino(
  {
    level: levelOf(process.env),
    base: { process: process.env.POSTBACK_PROCESS ?? "postback" },
    timestamp: pino.stdTimeFunctions.isoTime,
    serializers: { err: loggable },
    redact: {
      paths: [
        "*.secret",
        "*.password",
        "*.key",
        "*.token",
        "*.authorization",
        "*.cookie",
        '*["x-api-key"]',
      ],
      censor: "[hidden]",
    },
  },
  output,
);
