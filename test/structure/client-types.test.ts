import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { clientTypes, type Description } from "../../scripts/client-types.ts";
import { startServer } from "../harness/server.ts";
import { SOURCE } from "./imports.ts";

// The types of the client's calls come from the endpoint declarations (scripts/generate-client-types.ts).

test("endpoints.d.ts is what the endpoint declarations give: `npm run generate`", async () => {
  const server = await startServer({ empty: true });
  const description = (await (await fetch(`${server.url}/api/openapi.json`)).json()) as Description;
  expect(readFileSync(join(SOURCE, "web/api/types/endpoints.d.ts"), "utf8")).toBe(clientTypes(description));
});
