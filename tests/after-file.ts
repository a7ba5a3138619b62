import { afterAll } from "vitest";
import { dropDatabases } from "./database";

// Vitest runs this in each test file, also where files share their modules.
afterAll(dropDatabases);
