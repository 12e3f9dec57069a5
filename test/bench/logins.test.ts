import { expect, test } from "vitest";
import { loginTables } from "./logins.ts";

test("logins beside an attack are compared with those alone", () => {
  const alone = { name: "alone", times: [90, 100, 110] };
  expect(loginTables(alone, { name: "beside", times: [150, 200, 900] })).toContain("| met |");
  expect(loginTables(alone, { name: "beside", times: [150, 201, 201] })).toContain("| missed |");
});
