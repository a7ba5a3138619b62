import pino from "pino";

/**
 * An error as it may stand in a log. Drizzle's wrapper quotes every parameter of a failed statement, bodies
 * and hashes among them, so only what caused it is told.
 */
export function loggable(error: unknown): object {
  if (!(error instanceof Error)) return { message: String(error) };
  if (error.cause instanceof Error) return loggable(error.cause);
  const { name, message, stack } = error;
  return { name, message, stack, ...("code" in error && { code: error.code }) };
}

/** One JSON line per fact. Secrets and bodies are never given to it; what slips in by name is masked. */
export const log = pino({
  level: process.env.LOG_LEVEL ?? "info",
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
});
