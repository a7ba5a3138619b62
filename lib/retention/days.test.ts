import { expect, test } from "vitest";
import { dayOf, plan } from "./days";

const noon = new Date("2026-12-30T12:00:00Z");
const week = ["20261230", "20261231", "20270101", "20270102", "20270103", "20270104", "20270105"];

test("a day is UTC's, whatever the zone of the machine", () => {
  expect(dayOf(new Date("2026-11-21T23:59:59.999Z"))).toBe("20261121");
  expect(dayOf(new Date("2026-11-22T00:00:00.000Z"))).toBe("20261122");
});

test("a week ahead is made, across the turn of the year, and nothing twice", () => {
  expect(plan(noon, ["20261229", ...week], 30)).toEqual({ make: ["20270106"], drop: [] });
  expect(plan(noon, [], 30).make).toEqual([...week, "20270106"]);
});

test("nothing is made before the first partition, which holds all earlier days", () => {
  expect(plan(noon, ["20270104"], 30).make).toEqual(["20270105", "20270106"]);
});

test("a day is dropped when all of it is older than what is kept", () => {
  expect(plan(noon, ["20261129", "20261130", "20261201"], 30).drop).toEqual(["20261129"]);
  expect(plan(noon, ["20261129", "20261130", "20261201"], 29).drop).toEqual([
    "20261129",
    "20261130",
  ]);
});
