import { version } from "@/package.json";

export const service = { name: "Postback", version };
