import { ensureBuild } from "@/server/supervisor/ensure-build";

// biome-ignore lint/style/noDefaultExport: Playwright asks for one
export default ensureBuild;
