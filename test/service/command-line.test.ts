import { expect, test } from "vitest";
import { scriptCommand } from "../../src/ops/command-line.ts";

test("a usage line names the installed script, and npm in a checkout", () => {
  expect(scriptCommand("tenant", true)).toBe("sudo /opt/tallybox/current/scripts/tenant");
  expect(scriptCommand("tenant", false)).toBe("npm run tenant --");
});
