import { KeyRound } from "lucide-react";
import { expect, test } from "vitest";
import { isolateName } from "@/lib/format";
import { byGroup, type Entry, matching, searchText } from "./entry";
import { mayBeId } from "./find";

test("the server searches for the words that are not of the palette", () => {
  const others = ["pause", "of", "stop"];
  expect(searchText("pause Studio of Acme", others)).toBe("studio acme");
  expect(searchText("pau stop", others)).toBe("");
  expect(searchText("", others)).toBe("");
  expect(searchText("Pause  Studio")).toBe("pause studio");
});

test("the server searches for no secret", () => {
  expect(searchText("pbk_0123456789abcdef")).toBe("");
  expect(searchText("studio whsec_0123456789abcdef")).toBe("");
});

test("an entry has every word of the text, in any of its parts", () => {
  const entry = (name: string, more: Partial<Entry> = {}) =>
    ({ id: name, group: "Pages", icon: KeyRound, name, href: "/", ...more }) as Entry;
  const all = [entry("API keys"), entry("Audit", { hint: "a.example", words: "changes" })];
  const found = (text: string) => matching(all, text).map(({ name }) => name);
  expect(found("")).toEqual(["API keys", "Audit"]);
  expect(found("keys api")).toEqual(["API keys"]);
  expect(found("keys audit")).toEqual([]);
  expect(found("CHANGES a.exa pages")).toEqual(["Audit"]);
});

test("entries come by how their name matches", () => {
  const entry = (name: string, hint: string) =>
    ({ id: name, group: "Webhooks", icon: KeyRound, name, hint, href: "/" }) as Entry;
  const all = [
    entry("Studio 7", "a.example/v2"),
    entry("2nd Studio", ""),
    entry("Studio 21", ""),
    entry("Studio 2", ""),
    entry(isolateName("סטודיו"), "b.example"),
  ];
  const found = matching(all, "studio 2").map(({ name }) => name);
  expect(found).toEqual(["Studio 2", "Studio 21", "2nd Studio", "Studio 7"]);
  const written = [entry("סטודיו 2", ""), ...all];
  expect(matching(written, "סטודיו").map(({ hint }) => hint)).toEqual(["b.example", ""]);
});

test("groups with a name that matches come before those that match by other words", () => {
  const entry = (group: Entry["group"], name: string) =>
    ({ id: name, group, icon: KeyRound, name, href: "/" }) as Entry;
  const all = [
    entry("Actions", "Publish event"),
    entry("Pages", "Tests"),
    entry("Actions", "Publish"),
    entry("Webhook actions", "Send test to Studio"),
    entry("Search", "Search deliveries for “test”"),
    entry("Found", "Delivery"),
  ];
  const inOrder = (text: string) => byGroup(all, text).map(({ name }) => name);
  expect(inOrder("test")).toEqual([
    "Delivery",
    "Tests",
    "Send test to Studio",
    "Publish event",
    "Publish",
    "Search deliveries for “test”",
  ]);
  expect(inOrder("")[2]).toBe("Publish event");
});

test("plain words are no id", () => {
  expect(["webhooks", "abc-1", "two words-1", "tést-123"].filter(mayBeId)).toEqual([]);
  const ids = ["0199c0de-0000-7000-8000-000000000001", "video_1", "evt:abc-def", "pbk_012345"];
  expect(ids.filter(mayBeId)).toEqual(ids);
});
