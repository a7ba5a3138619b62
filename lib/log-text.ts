const names: Record<number, string> = {
  10: "TRACE",
  20: "DEBUG",
  30: "INFO",
  40: "WARN",
  50: "ERROR",
  60: "FATAL",
};

/**
 * Returns a JSON line of the log as text for people: time, level, process with its id, message and fields. The stack of an error follows on
 * lines of its own.
 */
export function asText(line: string): string {
  const { time, level, process, pid, msg, err, ...fields } = JSON.parse(line);
  const { message, code, stack = "" } = err ?? {};
  const pairs = Object.entries({ ...fields, err: message, errCode: code }).flatMap(
    ([name, value]) => (value === undefined ? [] : [`${name}=${quoted(value)}`]),
  );
  const entry = [
    time,
    (names[level] ?? `${level}`).padEnd(5),
    `${process}${pid ? `[${pid}]` : ""}:`,
    msg,
    ...pairs,
  ];
  const frames = stack.split("\n").filter((line: string) => line.startsWith("    at "));
  return `${[entry.join(" "), ...frames].join("\n")}\n`;
}

/** Line breaks and other control characters are escaped: a value cannot look like another line. */
function quoted(value: unknown): string {
  const isPlain = typeof value === "string" && /^[^\s"=\p{C}]+$/u.test(value);
  return isPlain ? value : JSON.stringify(value);
}
