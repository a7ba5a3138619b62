import { handOffTo } from "@/lib/http/database";
import { onShutdown } from "@/lib/lifecycle";
import { startWorkerOrExit } from "@/worker/start-or-exit";
import { startWeb } from "./web";

/** Web and worker in one process: what is accepted here is sent from here, with nothing to look for. */
const worker = startWorkerOrExit();
handOffTo(worker.handOff);
const web = startWeb();
onShutdown(async () => {
  // What is accepted to the last is still handed on.
  await web.stop();
  await worker.stop();
});
