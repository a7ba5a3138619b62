/** Returns the failure of a process that was started without a setting which `postback start` gives to its children. */
export function missingSetting(name: "DATABASE_URL" | "MASTER_KEY"): Error {
  return new Error(
    `${name} is not set. Set it, or start this process with \`postback start\`, which sets it.`,
  );
}
