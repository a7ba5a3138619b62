import { problems } from "./problem-codes";

/** Errors of requests that are no valid HTTP and reach no operation. Apart from `problems`, because no operation answers with them. */
export const transportProblems = {
  40800:
    "The request did not arrive in time. Send its headers within 10 s and all of it within 30 s.",
  43100: "The headers are larger than 16 KiB. Send fewer or shorter ones.",
} as const;

/** Every error code with its default message, ascending. */
export const allProblems: Record<string, string> = { ...problems, ...transportProblems };
