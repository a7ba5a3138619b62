import { version } from "@/package.json";

export const service = { name: "Postback", version };

/** Commit of the build; undefined if it was made outside of a clone. */
export const commit = process.env.POSTBACK_COMMIT || undefined;
