import { Agent, type Dispatcher } from "undici";
import { answerBare } from "../bare";

const agent = new Agent({ pipelining: 1 });

class Handler implements Dispatcher.DispatchHandler {
  readonly #done: () => void;
  readonly #failed: (error: Error) => void;

  constructor(done: () => void, failed: (error: Error) => void) {
    this.#done = done;
    this.#failed = failed;
  }

  onRequestStart() {}
  onResponseStart() {}
  onResponseData() {}

  onResponseEnd() {
    this.#done();
  }

  onResponseError(_controller: Dispatcher.DispatchController, error: Error) {
    this.#failed(error);
  }
}

answerBare(
  (request) =>
    new Promise((done, failed) => {
      agent.dispatch({ ...request, path: "/ok", method: "POST" }, new Handler(done, failed));
    }),
);
