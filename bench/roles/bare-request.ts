import { Agent } from "undici";
import { answerBare } from "../bare";

const agent = new Agent({ pipelining: 1 });

answerBare(async (request) => {
  const { body } = await agent.request({ ...request, path: "/ok", method: "POST" });
  await body.dump();
});
