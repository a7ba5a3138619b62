import { expect, test } from "vitest";
import { complaintIn } from "./complaint";

const starting = "2026-11-25 03:30:48.201 UTC [22470] LOG:  starting PostgreSQL 18.1";
const inUse = `2026-11-25 03:30:48.283 UTC [22470] FATAL:  pre-existing shared memory block (key 5308, ID 7) is still in use`;
const killed = `2026-11-25 03:30:48.283 UTC [22439] FATAL:  terminating connection due to unexpected postmaster exit`;
const damaged = `2026-11-25 03:30:48.290 UTC [22470] FATAL:  database files are incompatible with server`;

test("the memory of a killed server is in use for a moment", () => {
  expect(complaintIn([starting, inUse].join("\n"))).toEqual({ complaint: inUse, isPassing: true });
});

test("what the backends of a killed server log last is not why the next one does not start", () => {
  expect(complaintIn([killed, inUse, killed, ""].join("\n"))).toEqual({
    complaint: inUse,
    isPassing: true,
  });
  expect(complaintIn([killed, damaged].join("\n"))).toEqual({
    complaint: damaged,
    isPassing: false,
  });
});

test("a client that was refused meanwhile is not the reason", () => {
  const refused = [
    "2026-11-25 13:41:49.620 UTC [32729] FATAL:  the database system is starting up",
    "2026-11-25 13:41:49.655 UTC [32731] FATAL:  the database system is not yet accepting connections",
  ];
  const full = `2026-11-25 13:41:49.710 UTC [32728] FATAL:  could not write to file "pg_wal/xlogtemp.32728": No space left on device`;
  expect(complaintIn([...refused, full].join("\n"))).toEqual({ complaint: full, isPassing: false });
});

test("the detail of the reason belongs to it", () => {
  const detail = "The data directory was initialized by PostgreSQL version 17.";
  const logged = `${damaged}\n2026-11-25 03:30:48.291 UTC [22470] DETAIL:  ${detail}\n`;
  expect(complaintIn(logged).complaint).toBe(`${damaged}. ${detail}`);
});

test("without an error the last line is the complaint", () => {
  expect(complaintIn(`${starting}\n`)).toEqual({ complaint: starting, isPassing: false });
  expect(complaintIn("").complaint).toBe("it said nothing.");
});
