import { readdirSync } from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { dispatch } from "./dispatch";
import { routes } from "./routes";

const ask = (method: string, path: string) =>
  dispatch(new Request(`http://localhost${path}`, { method }));

describe("dispatch", () => {
  test.each(["/v1/%zz", "/v1/webhooks/%zz/x", "/v1//webhooks", "/v1/constructor", "/v1/__proto__"])(
    "answers 40401 to %s",
    async (path) => {
      const answer = await ask("GET", path);
      expect(answer.status).toBe(404);
      expect(await answer.json()).toMatchObject({ code: 40401 });
    },
  );

  test("answers 405 to a method that HTTP has and we do not", async () => {
    const answer = await ask("PROPFIND", "/v1/webhooks");
    expect(answer.status).toBe(405);
    expect(answer.headers.get("allow")).toBe("GET, POST, HEAD, OPTIONS");
  });

  test("knows every route module there is", () => {
    const files = readdirSync("app/v1", { recursive: true, encoding: "utf8" });
    const modules = files.filter((file) => path.basename(file) === "route.ts").map(path.dirname);
    const addresses = modules
      .filter((folder) => !folder.includes("[...path]"))
      .map((folder) => path.join("/v1", folder));
    expect(new Set(addresses)).toEqual(new Set(Object.keys(routes)));
  });
});
