import { describe, expect, test } from "vitest";
import { claimsOf } from "../../../src/web/api/claims.ts";
import { inOrder } from "../../../src/web/login/known-users.ts";

describe("the users of the login screen", () => {
  const named = (id: number, fullName: string) => ({ id, fullName, userName: `u${id}` });
  const all = [named(1, "Ada Nováková"), named(2, "Bo Černý"), named(3, "Anna-Marie Žižková")];
  const sortIds = (last: readonly number[], searched: string) =>
    inOrder(all, last, searched).map(({ id }) => id);

  test.each([
    [[], "", [1, 2, 3]],
    [[3, 2], "", [3, 2, 1]],
    [[], "cerny", [2]],
    [[], "ZIZ", [3]],
    [[], "marie ann", [3]],
    [[3], "a", [3, 1]],
    [[], "ová", []],
    [[99], "", [1, 2, 3]],
  ])("with the last users %j and the search %j are %j", (last, searched, ids) => {
    expect(sortIds(last, searched)).toEqual(ids);
  });
});

test("an access token contains the tenant and the roles, with any letters in its names", () => {
  const part = Buffer.from(
    JSON.stringify({ name: "Žaneta Ďuricová", tenant_id: 7, role: ["User", "Admin"] }),
  );
  expect(claimsOf(`x.${part.toString("base64url")}.y`)).toEqual({
    tenantId: 7,
    roles: ["User", "Admin"],
    isByPassword: false,
  });
});
