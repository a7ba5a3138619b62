import { startWorker } from "@/worker/start-worker";
import { type Contender, type Setup, settings } from "../contender";
import { answerCalls } from "../role";

let database = "";
let worker: ReturnType<typeof startWorker> | undefined;

const contender: Contender = {
  async prepare(setup: Setup) {
    database = setup.database;
  },
  run() {
    worker = startWorker(database, settings);
  },
  end: async () => worker?.stop(),
};
answerCalls(contender);
