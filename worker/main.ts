import { onShutdown } from "@/lib/lifecycle";
import { log } from "@/lib/log";
import { startWorkerOrExit } from "./start-or-exit";

const worker = startWorkerOrExit();
onShutdown(async () => {
  log.info("worker stops; requests under way are finished");
  await worker.stop();
});
