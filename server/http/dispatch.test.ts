import { readdirSync } from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { pathOf } from "@/lib/http/methods";
import { dispatch } from "./dispatch";
import { routeModules } from "./routes";

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

  // A regular expression for the slashes at the end would take half a minute.
  test("answers 40401 to a path of very many slashes", { timeout: 20_000 }, async () => {
    expect((await ask("GET", `/v1${"/".repeat(200_000)}x`)).status).toBe(404);
  });

  test("ignores slashes at the end", async () => {
    expect((await ask("OPTIONS", "/v1/webhooks//")).status).toBe(204);
    expect((await ask("OPTIONS", "/v1/")).status).toBe(204);
  });

  test("takes a parameter that is too long for an id as one", async () => {
    expect((await ask("OPTIONS", `/v1/webhooks/${"a".repeat(10_000)}`)).status).toBe(204);
  });

  test("answers 405 to unsupported HTTP methods", async () => {
    const answer = await ask("PROPFIND", "/v1/webhooks");
    expect(answer.status).toBe(405);
    expect(answer.headers.get("allow")).toBe("GET, POST, HEAD, OPTIONS");
  });

  test("knows every route module, at the path of its endpoints", () => {
    const files = readdirSync("app/v1", { recursive: true, encoding: "utf8" });
    const folders = files.filter((file) => path.basename(file) === "route.ts").map(path.dirname);
    const addresses = folders
      .filter((folder) => !folder.includes("[...path]"))
      .map((folder) => path.join("/v1", folder).replaceAll("[", "{").replaceAll("]", "}"));
    expect(routeModules.map(pathOf).toSorted()).toEqual(addresses.toSorted());
  });
});
