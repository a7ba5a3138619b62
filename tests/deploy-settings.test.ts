import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { secretSettings, settingNames } from "@/lib/env";
import schema from "../deploy/helm/postback/values.schema.json";

/** Settings that the image or the files for Compose and Kubernetes decide, or that only `postback start` uses. */
const decided = [
  ...["HOST", "PORT", "POSTBACK_DIR", "METRICS_PORT", "METRICS_TOKEN"],
  ...["WORKERS", "BACKUP_DIR", "BACKUP_EVERY", "BACKUP_KEEP"],
];

test("compose.yaml passes every other setting of .env to the containers", () => {
  const text = readFileSync("compose.yaml", "utf8");
  const passed = [...text.matchAll(/^ +([A-Z_]+): \$\{\1:[-?]/gm)].map(([, name]) => name);
  const ofItsDatabase = ["DATABASE_URL", "DATABASE_DIRECT_URL", "DATABASE_READ_URL"];
  const others = [...decided, ...ofItsDatabase];
  const own = passed.filter((name) => !/^(OTEL|POSTGRES)_/.test(name ?? ""));
  expect(new Set(own)).toEqual(new Set(settingNames.filter((name) => !others.includes(name))));
});

test("the chart takes the settings that are no secrets, and refuses other names", () => {
  const { anyOf } = schema.properties.settings.propertyNames;
  const names = anyOf.flatMap((form) => ("enum" in form ? form.enum : []));
  const others = [...decided, ...secretSettings];
  expect(new Set(names)).toEqual(new Set(settingNames.filter((name) => !others.includes(name))));
  const forms = anyOf.flatMap((form) => ("pattern" in form ? [new RegExp(form.pattern)] : []));
  const isTaken = (name: string) => forms.some((form) => form.test(name));
  expect(isTaken("OTEL_SERVICE_NAME")).toBe(true);
  expect([...others, "RETENTION_DAY"].filter(isTaken)).toEqual([]);
});
