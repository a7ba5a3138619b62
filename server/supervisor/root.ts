import { installationFolder } from "@/db/installation-folder";

/** The repository, or the installed package. */
export const root = installationFolder();
