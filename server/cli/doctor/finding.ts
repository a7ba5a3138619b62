/** Result of one check. A failure keeps the product from working; a warning does not. */
export type Finding = {
  check: string;
  status: "ok" | "warning" | "failed";
  /** The finding, in a sentence. */
  detail: string;
  /** The remedy, in a sentence. */
  advice?: string;
};

export const ok = (check: string, detail: string): Finding => ({ check, status: "ok", detail });

export const warning = (check: string, detail: string, advice: string): Finding => ({
  check,
  status: "warning",
  detail,
  advice,
});

export const failed = (check: string, detail: string, advice: string): Finding => ({
  check,
  status: "failed",
  detail,
  advice,
});

/** Returns the failure of a check that throws an error with an instruction in its message. */
export async function findingOf(check: string, run: () => Promise<Finding>): Promise<Finding> {
  try {
    return await run();
  } catch (error) {
    const [detail = "", ...rest] = (error as Error).message.split(/(?<=[.?]) /);
    return failed(check, detail, rest.join(" ") || "See the reason above.");
  }
}
