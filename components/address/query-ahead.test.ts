import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { navigationStart } from "./navigation-start";

let address: typeof import("./query-ahead");
let browser: EventTarget & { location: URL; history: object };

beforeEach(async () => {
  vi.useFakeTimers();
  vi.resetModules();
  const location = new URL("http://localhost/log");
  const replaceState = (_: null, __: string, to: string) => {
    location.href = new URL(to, location).href;
  };
  browser = Object.assign(new EventTarget(), { location, history: { replaceState } });
  vi.stubGlobal("window", browser);
  address = await import("./query-ahead");
  address.watchAhead(() => {});
  address.settle("/log", "");
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test("a router that is behind does not bring a removed field back", () => {
  address.changeQuery({ d: "1" }, "replace");
  vi.runAllTimers();
  address.changeQuery({ d: null }, "replace");
  vi.runAllTimers();
  expect(browser.location.search).toBe("");
  // A component is mounted while the router shows neither change yet.
  address.settle("/log", "");
  expect(address.readAhead()?.query).toBe("");
  address.settle("/log", "d=1");
  expect(address.readAhead()?.query).toBe("");
  address.settle("/log", "");
  expect(address.readAhead()).toBeUndefined();
});

test("a waiting change is written when a navigation starts", () => {
  address.changeQuery({ d: "1" }, "replace");
  vi.runAllTimers();
  address.changeQuery({ d: "2" }, "replace");
  expect(browser.location.search).toBe("?d=1");
  browser.dispatchEvent(new Event(navigationStart));
  expect(browser.location.search).toBe("?d=2");
  expect(vi.getTimerCount()).toBe(0);
});

test("a change during a step back is written after it, however late the browser takes the step", () => {
  address.changeQuery({ d: "1" }, "replace");
  vi.runAllTimers();
  address.changeQuery({ d: null }, () => true);
  vi.advanceTimersByTime(400);
  address.changeQuery({ d: "1" }, "replace");
  vi.advanceTimersByTime(1000);
  expect(address.readAhead()?.query).toBe("d=1");
  browser.location.search = "";
  browser.dispatchEvent(new Event("popstate"));
  vi.runAllTimers();
  expect(browser.location.search).toBe("?d=1");
});
