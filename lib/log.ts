import pino from "pino";

/** One JSON line per fact. Secrets and bodies are never given to it; what slips in by name is masked. */
export const log = pino({
  level: process.env.LOG_LEVEL ?? "info",
  base: { process: process.env.POSTBACK_PROCESS ?? "postback" },
  timestamp: pino.stdTimeFunctions.isoTime,
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
